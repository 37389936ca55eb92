/** A picture of a run, to send to somebody. */
import { saveFile } from "#app/ui/save-file.ts";
import type { Painter } from "../game.ts";
import { coloursNow } from "./colours.ts";

const [width, height] = [1200, 630];
const edge = 72;

export type CardFacts<State> = {
  /** Undefined: no site's name is known. */
  site: string | undefined;
  address: string;
  game: string;
  /** "Marathon" */
  mode: string;
  result: string;
  line: string;
  painter: Painter<State>;
  state: State;
  field: { width: number; height: number };
};

/** Shares it where the device can, and saves it otherwise. @returns what went wrong */
export async function shareCard<State>(
  facts: CardFacts<State>,
  look: { hasPatterns: boolean; around: Element },
): Promise<string | undefined> {
  const blob = await drawCard(facts, look);
  if (blob === undefined) return "This browser could not make the picture.";
  const name = `${facts.game.toLowerCase().replaceAll(" ", "-")}.png`;
  const file = new File([blob], name, { type: "image/png" });
  const shared = { files: [file], title: facts.game, url: facts.address };
  if (!("canShare" in navigator) || !navigator.canShare(shared)) {
    saveFile(name, blob);
    return undefined;
  }
  try {
    await navigator.share(shared);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    saveFile(name, blob);
  }
  return undefined;
}

async function drawCard<State>(
  { site, game, mode, result, line, painter, state, field }: CardFacts<State>,
  { hasPatterns, around }: { hasPatterns: boolean; around: Element },
): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d");
  if (pen === null) return undefined;
  const colours = coloursNow(around);
  const { display, text } = fontsOf(around);
  pen.fillStyle = colours.field;
  pen.fillRect(0, 0, width, height);

  const scale = Math.min((height - 2 * edge) / field.height, (width * 0.45) / field.width);
  const left = width - edge - field.width * scale;
  const top = (height - field.height * scale) / 2;
  pen.save();
  pen.translate(left, top);
  pen.scale(scale, scale);
  pen.beginPath();
  pen.rect(0, 0, field.width, field.height);
  pen.clip();
  const scene = { before: state, state, part: 1 };
  painter.draw(pen, scene, { colours, hasPatterns, isCalm: true, isTall: false, pixel: 1 / scale });
  pen.restore();
  pen.strokeStyle = colours.line;
  pen.lineWidth = 2;
  pen.strokeRect(left, top, field.width * scale, field.height * scale);

  const room = left - 2 * edge;
  const write = (words: string, y: number, size: number, family: string, colour: string) => {
    pen.fillStyle = colour;
    pen.font = `${size}px ${family}`;
    const wide = pen.measureText(words).width;
    if (wide > room) pen.font = `${Math.floor((size * room) / wide)}px ${family}`;
    pen.fillText(words, edge, y);
  };
  write(`${game} · ${mode}`, edge + 34, 34, text, colours.soft);
  write(result, height / 2 + 40, 150, display, colours.ink);
  write(line, height / 2 + 104, 34, text, colours.soft);
  if (site !== undefined) write(site, height - edge, 34, display, colours.accent);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, "image/png");
  return (await promise) ?? undefined;
}

/** The owner's pair of fonts. */
function fontsOf(around: Element): { display: string; text: string } {
  const title = document.querySelector("h1") ?? around;
  return {
    display: getComputedStyle(title).fontFamily,
    text: getComputedStyle(around).fontFamily,
  };
}
