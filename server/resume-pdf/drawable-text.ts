/** Text as the fonts can draw it: what has no shape is written with what has, or left out when it is no letter. */
import { hasShape } from "./pdf-fonts.ts";

const stands: Record<string, string> = {
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "–",
  "\u2015": "—",
  "→": "->",
  "←": "<-",
  "≤": "<=",
  "≥": ">=",
  "\t": " ",
};

function drawable(text: string): string {
  let drawn = "";
  for (const character of text.normalize("NFC").toWellFormed()) {
    if (character === "\n" || hasShape(character.codePointAt(0) ?? 0)) drawn += character;
    else if (/\p{Zs}/u.test(character)) drawn += "\u00A0";
    // A letter that cannot be drawn leaves a box, so that it is seen to be missing.
    else drawn += stands[character] ?? (/\p{L}/u.test(character) ? character : "");
  }
  return drawn;
}

/** The same value with every text in it drawable. */
export function drawableDeep<Value>(value: Value): Value {
  if (typeof value === "string") return drawable(value) as Value;
  if (Array.isArray(value)) return value.map(drawableDeep) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === "url" ? inner : drawableDeep(inner)]),
  ) as Value;
}
