/** What files and folders may be called. */
import { mostNameBytes } from "./limits.ts";

const mostNumber = 100_000;
/**
 * U+0000–U+001F and U+007F–U+009F; line and paragraph separators; what turns the direction of what follows; what is not seen
 * at all, but for what joins letters and emoji.
 */
const forbidden =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
const unseen = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]*$/u;
const slash = /[/\\]/u;
const loneSurrogate = /\p{Surrogate}/u;
const encoder = new TextEncoder();

/** As a name is kept: in one of the ways to write the same letters, without spaces around it. */
export function tidyName(name: string): string {
  return name.normalize("NFC").trim();
}

/** @param name tidied already @returns a sentence, or undefined for a name that may be */
export function whyNotName(name: string): string | undefined {
  if (name === "") return "A name has at least one character.";
  if (name === "." || name === "..") return "“.” and “..” cannot be names.";
  if (slash.test(name)) return "A name has no / and no \\.";
  if (forbidden.test(name) || loneSurrogate.test(name) || unseen.test(name)) {
    return "This name has characters that cannot be seen.";
  }
  if (name !== tidyName(name)) return "A name has no spaces around it.";
  if (bytesOf(name) > mostNameBytes) return "This name is too long.";
  return undefined;
}

/** Names with the same key are one name in a folder: capitals and ways to write an accent make no difference. */
export function nameKey(name: string): string {
  // Up before down: ß and ss, and both kinds of a Greek s, are one.
  return tidyName(name).toUpperCase().toLowerCase().normalize("NFC");
}

/** A name for what some file system called otherwise: always one that may be. */
export function nameFrom(raw: string): string {
  const cleaned = raw
    .replaceAll(new RegExp(loneSurrogate, "gu"), "\ufffd")
    .replaceAll(new RegExp(slash, "gu"), "_")
    .replaceAll(new RegExp(forbidden, "gu"), "");
  const { stem, extension } = splitName(tidyName(cleaned));
  const name = tidyName(fitted(stem, extension));
  if (unseen.test(name) || name === "." || name === "..") return "Unnamed";
  return name;
}

/**
 * The name itself, or with the first number that nobody has: `Tide (2).jpg`.
 * @param isTaken asked with `nameKey` of names
 */
export function freeName(
  name: string,
  isTaken: (key: string) => boolean,
  kind: "file" | "folder" = "file",
): string {
  if (!isTaken(nameKey(name))) return name;
  for (let number = 2; number < mostNumber; number += 1) {
    const next = numberedName(name, number, kind);
    if (!isTaken(nameKey(next))) return next;
  }
  throw new Error("No number is free.");
}

/** `Tide.jpg` and `Tide (2).jpg` with 3 are `Tide (3).jpg`. */
export function numberedName(name: string, number: number, kind: "file" | "folder"): string {
  const { stem, extension } = kind === "file" ? splitName(name) : { stem: name, extension: "" };
  const bare = stem.replace(/ \(\d{1,6}\)$/u, "");
  return fitted(bare === "" ? stem : bare, ` (${number})${extension}`);
}

/** `Tide.tar.gz` is `Tide` and `.tar.gz`; a dot at the beginning begins no extension. */
export function splitName(name: string): { stem: string; extension: string } {
  const [extension = ""] = /(?<=[^.])(?:\.tar)?\.[\p{L}\p{N}_~-]{1,16}$/iu.exec(name) ?? [];
  return { stem: name.slice(0, name.length - extension.length), extension };
}

/** Cut at whole characters, so that it has at most `mostNameBytes`. */
function fitted(stem: string, end: string): string {
  const room = mostNameBytes - bytesOf(end);
  if (bytesOf(stem) <= room) return stem + end;
  let cut = "";
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    bytes += bytesOf(segment);
    if (bytes > room) break;
    cut += segment;
  }
  return cut.trimEnd() + end;
}

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
