/** The site's two faces, in each script that they have. Runs in the process for pictures beside links only. */
import { readFileSync } from "node:fs";
import type { SatoriOptions } from "satori";

type Face = {
  name: string;
  weight: 500 | 600;
  /** Address of the package's description, beside which `files` is. */
  manifest: string;
  /** What the files' names begin with. */
  file: string;
  scripts: readonly string[];
};

const faces: readonly Face[] = [
  {
    name: "Brygada",
    weight: 600,
    manifest: import.meta.resolve("@fontsource/brygada-1918/package.json"),
    file: "brygada-1918",
    scripts: ["latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese"],
  },
  {
    name: "Figtree",
    weight: 500,
    manifest: import.meta.resolve("@fontsource/figtree/package.json"),
    file: "figtree",
    scripts: ["latin", "latin-ext"],
  },
];

/** Each script has a name of its own: satori looks for a letter that one lacks in all the others. */
export function loadFonts(): SatoriOptions["fonts"] {
  return faces.flatMap(({ name, weight, manifest, file, scripts }) =>
    scripts.map((script) => ({
      name: script === "latin" ? name : `${name} ${script}`,
      data: readFileSync(new URL(`files/${file}-${script}-${weight}-normal.woff`, manifest)),
      weight,
      style: "normal" as const,
    })),
  );
}
