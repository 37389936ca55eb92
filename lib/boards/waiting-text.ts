/** What was not sent of a board, as words that somebody who is no member any more can keep: what people wrote and chose. */
import { fixedWords } from "../dates/date-words.ts";
import type { Op, Parts } from "../records/register.ts";
import { keptWords, notesWords } from "./notes-words.ts";

type Item = { kind: string; id: string; values: ReadonlyMap<string, Parts> };

/** How many things were changed. */
export function waitingCount(ops: readonly Op[]): number {
  return new Set(ops.map(keyOf)).size;
}

/** @param name of the board; empty: nobody knows */
export function waitingText(name: string, ops: readonly Op[]): string {
  const items = Array.from(Map.groupBy(ops, keyOf), ([key, own]): Item => {
    const [kind = "", id = ""] = key.split("/");
    // The last one of each.
    return { kind, id, values: new Map(own.map(({ register, value }) => [register, value])) };
  });
  const titles = new Map(
    items.flatMap((item) => (item.kind === "cards" ? [[item.id, textOf(item, "title")]] : [])),
  );
  const said = items.flatMap((item) => wordsOf(item, titles) ?? []);
  const silent = items.length - said.length;
  return `${[
    name === "" ? "Not sent to a board" : `Not sent to the board ${name}`,
    ...said,
    ...(silent > 0
      ? [`And ${silent === 1 ? "one change" : `${silent} changes`} without words.`]
      : []),
  ].join("\n\n")}\n`;
}

/** Undefined: nothing of it is words, such as of a move. */
function wordsOf(item: Item, titles: ReadonlyMap<string, string>): string | undefined {
  const head = headOf(item, titles);
  const lines = [...item.values].flatMap(([register, value]) => lineOf(register, value) ?? []);
  if (!head.hasWords && lines.length === 0) return undefined;
  return [head.text, ...lines].join("\n");
}

/** What it is, with its own words where it has some. */
function headOf(item: Item, titles: ReadonlyMap<string, string>) {
  const { kind, id, values } = item;
  const register = wordsIn[kind] ?? "";
  const own = textOf(item, register);
  const words = kind === "lost" ? keptWords(own) : own;
  const parent = kind === "checks" ? "place" : "of";
  // A comment that was only begun has the id of its card.
  const card = titles.get(String(values.get(parent)?.["card"] ?? id)) ?? "";
  const isOfCard = kind === "checks" || kind === "comments" || kind === "files";
  const name = kinds[kind] ?? "Something";
  const what = isOfCard && card !== "" ? `${name} on “${card}”` : name;
  return { hasWords: values.has(register), text: words === "" ? what : `${what}: ${words}` };
}

function lineOf(register: string, value: Parts): string | undefined {
  const name = registers[register];
  const { v } = value;
  if (name === undefined || v === undefined) return undefined;
  if (typeof v === "boolean") return `${name}: ${v ? "yes" : "no"}`;
  const text = String(v);
  if (register === "notes") return `${name}: ${notesWords(text) || text}`;
  if (register === "due" || register === "start") return `${name}: ${fixedWords(text) || "none"}`;
  return `${name}: ${text}`;
}

const kinds: Readonly<Record<string, string>> = {
  board: "Board",
  columns: "Column",
  labels: "Label",
  cards: "Card",
  checks: "Check",
  comments: "Comment",
  files: "File",
  links: "Link",
  lost: "Kept text",
};

/** The register that says what an item is. */
const wordsIn: Readonly<Record<string, string>> = {
  board: "name",
  columns: "name",
  labels: "name",
  cards: "title",
  checks: "title",
  comments: "text",
  files: "name",
  lost: "text",
};

/** All others are ids, places and the like. */
const registers: Readonly<Record<string, string>> = {
  notes: "Description",
  due: "Due",
  start: "Start",
  done: "Done",
  archived: "Archived",
  gone: "Deleted",
  limit: "Limit",
  zone: "Time zone",
};

function textOf({ values }: Item, register: string): string {
  const v = values.get(register)?.["v"];
  return typeof v === "string" ? v : "";
}

function keyOf({ kind, id }: Op): string {
  return `${kind}/${id}`;
}
