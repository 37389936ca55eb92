import type { Theme } from "#app/ui/theme.ts";
import type { Folder, Place } from "./file-tree.ts";

/** A part of a line that leads somewhere. */
export type LinkedText = { text: string; href: string };
export type Line = readonly (string | LinkedText)[];

export type Outcome = {
  lines: readonly Line[];
  /** Where the next command stands. */
  place?: Place;
  effect?: { clear: true } | { theme: Theme } | { open: string };
};

/** What the terminal knows when a line is run. */
export type Known = {
  root: Folder;
  place: Place;
  /** The first one first. */
  history: readonly string[];
  who: string;
  now: Date;
};

export type Command = {
  usage: string;
  about: string;
  run: (words: readonly string[], known: Known) => Outcome;
};

export function say(...texts: string[]): Outcome {
  return { lines: texts.map((text) => [text]) };
}
