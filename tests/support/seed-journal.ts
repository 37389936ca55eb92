/** Puts a plain journal with entries into an account by the documents' REST, as if another device had written them. */
import { gistOf } from "../../lib/journal/gist.ts";
import { newJournalId } from "../../lib/journal/journal-id.ts";
import { partOf, plainName } from "../../lib/journal/documents.ts";
import type { FoyerProcess } from "./foyer-process.ts";
import type { Parts } from "../../lib/records/register.ts";

export type SeededEntry = {
  id: string;
  /** `2026-12-01T21:40` */
  at: string;
  zone?: string;
  title?: string;
  /** Each line is a paragraph. */
  text?: string;
  mood?: number;
  tags?: readonly string[];
  people?: readonly string[];
  place?: string;
  /** On the map, of its place. */
  spot?: { lat: number; lon: number };
  star?: boolean;
  gone?: boolean;
};

export type SeededJournal = {
  name?: string;
  colour?: string;
  /** Name by id. */
  tags?: Readonly<Record<string, string>>;
  people?: Readonly<Record<string, string>>;
  /** Text by name, in their order. */
  templates?: Readonly<Record<string, string>>;
  entries: readonly SeededEntry[];
};

type Account = { uid: string; idToken: string };
type Registers = Record<string, Parts>;

const mostWrites = 200;

/** @returns the journal's id */
export async function seedJournal(
  { origin, standIn }: Pick<FoyerProcess, "origin" | "standIn">,
  { uid, idToken }: Account,
  { name = "Journal", colour = "", tags, people, templates = {}, entries }: SeededJournal,
): Promise<string> {
  const journal = newJournalId("plain");
  const root = `projects/foyer/databases/(default)/documents/users/${uid}/journals/${journal}`;
  let t = (Date.now() - 3_600_000) * 1000;
  const write = (path: string, fields: object) => ({
    update: { name: path, fields: { rev: { integerValue: "1" }, ...fields } },
    updateTransforms: [{ fieldPath: "at", setToServerValue: "REQUEST_TIME" }],
    currentDocument: { exists: false },
  });
  const item = (kind: string, id: string, registers: Registers) => {
    const stored = Object.entries(registers).map(([register, value]) => {
      t += 1;
      return [register, { ...value, t, p: 0 }];
    });
    const d = JSON.stringify({ kind, id, ...Object.fromEntries(stored) });
    return write(`${root}/${partOf(kind)}/${plainName(kind, id)}`, { d: { stringValue: d } });
  };
  const topics = (kind: string, names: Readonly<Record<string, string>> = {}) =>
    Object.entries(names).map(([id, text]) => item(kind, id, { name: { v: text } }));
  const writes = [
    write(root, {}),
    item("journal", "journal", { name: { v: name }, colour: { v: colour } }),
    ...topics("tags", tags),
    ...topics("people", people),
    ...Object.entries(templates).map(([text, words], at) =>
      item("templates", `t${at}`, {
        name: { v: text },
        doc: { v: docOf(words) },
        order: { v: `a${at}` },
      }),
    ),
    ...entries.flatMap((entry) => itemsOf(entry).map(([kind, regs]) => item(kind, entry.id, regs))),
  ];
  const ask = standIn?.fetch ?? fetch;
  const place = standIn ? "https://firestore.googleapis.com" : origin;
  for (let from = 0; from < writes.length; from += mostWrites) {
    const answer = await ask(`${place}/v1/projects/foyer/databases/(default)/documents:commit`, {
      method: "POST",
      headers: { Authorization: `Bearer ${idToken}`, "Content-Type": "application/json" },
      body: JSON.stringify({ writes: writes.slice(from, from + mostWrites) }),
    });
    if (!answer.ok) throw new Error(`Not seeded: ${answer.status} ${await answer.text()}`);
  }
  return journal;
}

function itemsOf(entry: SeededEntry): [string, Registers][] {
  const { at, zone = "Europe/Lisbon", title, text = "", mood, tags, people, place } = entry;
  const doc = docOf(text);
  const head: Registers = {
    when: { v: at, zone },
    gist: { ...gistOf(doc) },
    ...(title !== undefined && { title: { v: title } }),
    ...(mood !== undefined && { mood: { v: mood } }),
    ...(tags && { tags: { v: tags.join(" ") } }),
    ...(people && { people: { v: people.join(" ") } }),
    ...(place !== undefined && { place: { v: place, ...entry.spot } }),
    ...(entry.star !== undefined && { star: { v: entry.star } }),
    ...(entry.gone !== undefined && { gone: { v: entry.gone } }),
  };
  return doc === ""
    ? [["entries", head]]
    : [
        ["entries", head],
        ["texts", { doc: { v: doc } }],
      ];
}

/** Each line is a paragraph. */
function docOf(text: string): string {
  const content = text.split("\n").map((line) => ({
    type: "paragraph",
    ...(line !== "" && { content: [{ type: "text", text: line }] }),
  }));
  return text === "" ? "" : JSON.stringify({ type: "doc", content });
}
