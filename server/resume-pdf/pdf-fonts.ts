/**
 * The faces of the pages for react-pdf, which reads no WOFF 2 and no variable fonts. Each face comes in files by script;
 * a text names them all, and each of its letters takes the first file that has it.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Font } from "@react-pdf/renderer";

const require = createRequire(import.meta.url);

type Face = { name: string; folder: string; scripts: string[] };

const brygada: Face = {
  name: "brygada-1918",
  folder: dirname(require.resolve("@fontsource/brygada-1918/package.json")),
  scripts: ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"],
};
const figtree: Face = {
  name: "figtree",
  folder: dirname(require.resolve("@fontsource/figtree/package.json")),
  scripts: ["latin", "latin-ext"],
};
const weights = [400, 600];

function addFace({ name, folder, scripts }: Face): string[] {
  return scripts.map((script) => {
    const family = `${name} ${script}`;
    Font.register({
      family,
      fonts: weights.map((fontWeight) => ({
        src: join(folder, "files", `${name}-${script}-${fontWeight}-normal.woff`),
        fontWeight,
      })),
    });
    return family;
  });
}

const display = addFace(brygada);
const text = addFace(figtree);

/** For names and titles, and for text: Figtree has neither Cyrillic nor Greek. */
export const displayFaces: readonly string[] = [...display, ...text];
export const textFaces: readonly string[] = [...text, ...display];

/** Every file of a face calls itself the same, and one that is mistaken for another is embedded again with every word. */
async function tellApart(fontFamily: string): Promise<void> {
  for (const fontWeight of weights) {
    // oxlint-disable-next-line no-await-in-loop -- a few small files, once
    await Font.load({ fontFamily, fontWeight });
    const { data } = Font.getFont({ fontFamily, fontWeight });
    const script = fontFamily.slice(fontFamily.indexOf(" ") + 1);
    if (data === null) throw new Error(`The font ${fontFamily} cannot be read.`);
    const name = `${data.postscriptName}-${script}`;
    Object.defineProperty(data, "postscriptName", { value: name });
  }
}

let loading: Promise<unknown> | undefined;

/** Awaited before the first document is drawn. */
export async function loadFonts(): Promise<void> {
  await (loading ??= Promise.all(textFaces.map(tellApart)));
}

/** Whether one of the faces has a shape for it. */
export function hasShape(codePoint: number): boolean {
  return textFaces.some(
    (fontFamily) => Font.getFont({ fontFamily }).data?.hasGlyphForCodePoint(codePoint) === true,
  );
}

// Only what would stick out is broken; words of people stay whole.
const longestWord = 28;

Font.registerHyphenationCallback((word) =>
  word.length <= longestWord ? [word] : (word.match(/.{1,14}/gsu) ?? [word]),
);
