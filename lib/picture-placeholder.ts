/** What tints a picture's box until the picture is there: CSS made from its ThumbHash (https://evanw.github.io/thumbhash/). */
import { thumbHashToRGBA } from "thumbhash";

/** CSS: `background` for the box, and a `color` in which the alternative text can be read on it. */
export type Placeholder = { background: string; color: string };

type Colour = [red: number, green: number, blue: number];

/** Stripes that melt into each other. */
const stripes = 5;

/**
 * What changes most in it, from top to bottom or from left to right, as a gradient: sixty bytes, where the smallest
 * picture would take a thousand.
 * @param thumbhash base64, as an object's metadata has it
 * @returns undefined for what is no ThumbHash, and for a picture that is see-through: the tint would stay behind it
 */
export function placeholderOf(thumbhash: string): Placeholder | undefined {
  const bytes = fromBase64(thumbhash);
  // Of the five bytes that every ThumbHash begins with, the third tells whether the picture has alpha.
  if (bytes === undefined || bytes.length < 5 || bytes.length > 30) return undefined;
  if ((bytes[2]! & 0x80) !== 0) return undefined;
  const { w, h, rgba } = thumbHashToRGBA(bytes);
  if (w < stripes || h < stripes) return undefined;
  const average = (isInside: (x: number, y: number) => boolean): Colour => {
    const sum: Colour = [0, 0, 0];
    let count = 0;
    for (let at = 0; at < w * h; at++) {
      if (!isInside(at % w, Math.floor(at / w))) continue;
      count++;
      for (const part of [0, 1, 2] as const) sum[part] += rgba[4 * at + part] ?? 0;
    }
    return sum.map((total) => total / count) as Colour;
  };
  const numbers = Array.from({ length: stripes }, (_, number) => number);
  const rows = numbers.map((row) => average((_, y) => Math.floor((y * stripes) / h) === row));
  const columns = numbers.map((column) => average((x) => Math.floor((x * stripes) / w) === column));
  const isUpright = spread(rows) >= spread(columns);
  const colours = (isUpright ? rows : columns).map(hex);
  return {
    background: `linear-gradient(${[...(isUpright ? [] : ["90deg"]), ...colours].join()})`,
    color: lightness(average(() => true)) > 0.5 ? "#000" : "#fff",
  };
}

/** How far apart the lightest and the darkest are. */
function spread(colours: readonly Colour[]): number {
  const all = colours.map(lightness);
  return Math.max(...all) - Math.min(...all);
}

function hex(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part / 17).toString(16)).join("")}`;
}

/** 0 to 1, as the eye sees it. */
function lightness([red, green, blue]: Colour): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // Its letters are not those of base64.
    return undefined;
  }
}
