/**
 * The files of each pair of faces, and what a pair other than the usual one adds to the style sheet, which has that one
 * (tokens.css). On the server only: a page gets those of the pair that its owner chose.
 */
import atkinson from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url";
import brygada from "@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url";
import type { FontPairId } from "#lib/documents/fonts.ts";

type FontFaces = {
  /** Asked for before the style sheet is read. */
  files: string[];
  /** Comes after tokens.css. */
  css: string;
};

const systemSans = "system-ui,sans-serif";

export const fontFaces: Record<FontPairId, FontFaces> = {
  brygada: { files: [brygada, figtree], css: "" },
  fraunces: {
    files: [fraunces],
    css:
      face("Fraunces", fraunces, "100 900") +
      standIn("Fraunces-like", serifs, "100 900", 115.5, 84.7, 22.1) +
      families("Fraunces,Fraunces-like,Georgia,serif", systemSans),
  },
  atkinson: {
    files: [atkinson],
    css:
      face("Atkinson", atkinson, "200 800") +
      standIn("Atkinson-like", sanses, "200 549", 99.1, 99.3, 31.9) +
      standIn("Atkinson-like", sanses, "550 800", 103.9, 94.7, 30.4) +
      families(`Atkinson,Atkinson-like,${systemSans}`, `Atkinson,Atkinson-like,${systemSans}`),
  },
  system: { files: [], css: families("ui-serif,Georgia,serif", systemSans) },
};

function face(name: string, href: string, weights: string): string {
  return `@font-face{font-family:${name};src:url(${href}) format("woff2");font-weight:${weights};font-display:swap}`;
}

/** As those of tokens.css: all three in per cent, so that nothing shifts when the face arrives. */
function standIn(
  name: string,
  local: () => string,
  weights: string,
  size: number,
  ascent: number,
  descent: number,
): string {
  return `@font-face{font-family:${name};src:${local()};font-weight:${weights};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;
}

function serifs(): string {
  return localFaces("Times New Roman", "Liberation Serif", "Tinos", "Noto Serif");
}

function sanses(): string {
  return localFaces("Arial", "Liberation Sans", "Arimo", "Roboto");
}

function localFaces(...names: string[]): string {
  return names.map((name) => `local("${name}")`).join(",");
}

function families(display: string, text: string): string {
  return `:root{--display:${display};--text:${text}}`;
}
