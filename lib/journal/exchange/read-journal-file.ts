/** Reads what journal-file.ts has written, or anybody else: nothing of it is believed. */
import type { Parts } from "../../records/register.ts";
import { isLocal } from "../../dates/floating.ts";
import { itemIdForm } from "../documents.ts";
import { docIn, firstWords, gistOf } from "../gist.ts";
import { longest, mostFileBytes } from "../limits.ts";
import { revisionId } from "../journal-items.ts";
import { createCounting } from "./counting.ts";
import { checkedDocs } from "./docs-of.ts";
import {
  type FoundFile,
  type FoundGroup,
  type FoundItem,
  type FoundJournal,
  type FoundTopic,
  ImportError,
} from "./found.ts";
import { journalFormat, journalVersion, revisionsName } from "./journal-file.ts";
import { isFields, readPlainItem } from "./plain-item.ts";
import { type SourceFile, textOf } from "./source-file.ts";

type Fields = Record<string, unknown>;
type Say = (sentence: string) => void;

/** Of one file of JSON. */
export const mostJsonBytes = 200_000_000;
const mostRevisionBytes = 60_000_000;

export function isJournalFile(value: unknown): value is Fields {
  return isFields(value) && value["format"] === journalFormat && Array.isArray(value["entries"]);
}

/** @throws ImportError with a sentence */
export function parsedJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ImportError(`${path} is broken off or damaged.`);
  }
}

/**
 * @param parts `journal.json` and those that go on with it, in their order
 * @param all files of the folder or ZIP
 * @throws ImportError with a sentence
 */
export async function readJournalFile(
  parts: readonly SourceFile[],
  all: readonly SourceFile[],
): Promise<FoundJournal> {
  const files = new Map(all.map((file) => [file.path, file]));
  const folder = folderOf(parts[0]?.path ?? "");
  const counting = createCounting();
  const topics: FoundTopic[] = [];
  let settings: Record<string, Parts> = {};
  let first: FoundItem[] = [];
  const known = new Set<string>();

  for (const [at, part] of parts.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- each may be large
    const value = await valueOf(part);
    if (at === 0) {
      settings = settingsIn(value["journal"], counting.say);
      for (const kind of ["tags", "people"] as const) {
        for (const item of itemsIn(kind, value[kind], counting.say)) {
          if (item.registers["name"]) topics.push({ ...item, kind });
        }
      }
      first = (["templates", "lost"] as const).flatMap((kind) =>
        itemsIn(kind, value[kind], counting.say).map(withSafeDoc),
      );
    }
    for (const given of value["entries"] as unknown[]) {
      const item = entryIn(given, counting.say);
      if (!item) counting.say("An entry without an id or a day was left out.");
      if (!item || known.has(item.id)) continue;
      known.add(item.id);
      const { v, title } = {
        v: item.registers["when"]?.["v"],
        title: item.registers["title"]?.["v"],
      };
      counting.entry({
        date: typeof v === "string" ? v.slice(0, 10) : "",
        hasZone: true,
        title: typeof title === "string" && title !== "" ? title : sampleOf(given),
      });
      for (const { file, item } of mediaIn(given, { folder, files, say: counting.say })) {
        if (file) counting.file(String(item.registers["file"]?.["type"]).startsWith("image/"));
      }
    }
  }

  async function* groups(): AsyncGenerator<FoundGroup> {
    const taken = new Set<string>();
    for (const [at, part] of parts.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one is in memory at a time
      const value = await valueOf(part);
      if (at === 0) {
        const loose = await withFiles(mediaIn(value, { folder, files, say: () => undefined }));
        yield { ...loose, items: [...first, ...loose.items] };
      }
      for (const given of value["entries"] as unknown[]) {
        const said: string[] = [];
        const entry = entryIn(given, () => undefined);
        if (!entry || taken.has(entry.id)) continue;
        taken.add(entry.id);
        const media = await withFiles(mediaIn(given, { folder, files, say: () => undefined }));
        const revisions = await revisionsIn(files.get(revisionsName(folder, entry.id)), entry.id);
        yield {
          items: [...withText(entry, given, said), ...media.items, ...revisions],
          files: media.files,
          said: [...said, ...media.said],
        };
      }
    }
  }

  const name = settings["name"]?.["v"];
  return {
    name: firstWords(typeof name === "string" ? name : "", longest.name) || "Journal",
    settings,
    topics,
    ids: [...known],
    ...counting.result(),
    groups,
  };
}

async function valueOf(file: SourceFile): Promise<Fields> {
  const value = parsedJson(await textOf(file, mostJsonBytes), file.path);
  if (!isJournalFile(value)) throw new ImportError(`${file.path} is no file of a journal.`);
  if (Number(value["version"]) > journalVersion) {
    throw new ImportError(`${file.path} is of a newer version than is read here.`);
  }
  return value;
}

function settingsIn(given: unknown, say: Say): Record<string, Parts> {
  const item = readPlainItem("journal", { id: "journal", ...(isFields(given) && given) }, say);
  const { gone: _gone, ...settings } = item?.registers ?? {};
  return settings;
}

function itemsIn(
  kind: "tags" | "people" | "templates" | "lost" | "media",
  given: unknown,
  say: Say,
) {
  const items = new Map<string, FoundItem>();
  for (const one of Array.isArray(given) ? (given as unknown[]) : []) {
    const item = readPlainItem(kind, one, say);
    if (item && itemIdForm.test(item.id)) items.set(item.id, item);
  }
  return [...items.values()];
}

/** Undefined: that is no entry. */
function entryIn(given: unknown, say: Say): FoundItem | undefined {
  if (!isFields(given)) return undefined;
  const { doc: _doc, ...head } = given;
  const item = readPlainItem("entries", head, say);
  if (!item || !itemIdForm.test(item.id) || item.id.length > 110) return undefined;
  const { v } = item.registers["when"] ?? {};
  return typeof v === "string" && isLocal(v) ? item : undefined;
}

function withText(entry: FoundItem, given: unknown, said: string[]): FoundItem[] {
  const doc = isFields(given) ? given["doc"] : undefined;
  if (doc === undefined) return [entry];
  if (doc === "") return textItems(entry, doc);
  const { docs, isAsItWas } = checkedDocs(typeof doc === "string" ? parsedDoc(doc) : doc);
  if (!isAsItWas) said.push("A text had parts that no journal can hold: its words were taken.");
  const [first = "", ...more] = docs;
  const items = textItems(entry, first);
  for (const [at, rest] of more.entries()) {
    items.push(...textItems({ ...entry, id: `${entry.id}-${at + 2}` }, rest));
  }
  return items;
}

function textItems(entry: FoundItem, doc: string): FoundItem[] {
  const { v, words } = gistOf(doc);
  return [
    { ...entry, registers: { ...entry.registers, gist: { v, words } } },
    { kind: "texts", id: entry.id, registers: { doc: { v: doc } } },
  ];
}

/** What stands there as text is JSON, or else words. */
function parsedDoc(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] };
  }
}

function withSafeDoc(item: FoundItem): FoundItem {
  const doc = item.registers["doc"]?.["v"];
  if (typeof doc !== "string" || doc === "") return item;
  const { docs, isAsItWas } = checkedDocs(parsedDoc(doc));
  if (isAsItWas && docIn(doc) !== undefined) return item;
  return { ...item, registers: { ...item.registers, doc: { v: docs[0] ?? "" } } };
}

type Placed = { item: FoundItem; file: SourceFile | undefined };

function mediaIn(
  given: unknown,
  { folder, files, say }: { folder: string; files: ReadonlyMap<string, SourceFile>; say: Say },
): Placed[] {
  const list: unknown = isFields(given) ? given["media"] : undefined;
  const paths = new Map<string, string>();
  for (const one of Array.isArray(list) ? (list as unknown[]) : []) {
    if (isFields(one)) paths.set(textOfField(one["id"]), textOfField(one["path"]));
  }
  return itemsIn("media", list, say).flatMap((item): Placed[] => {
    if (!item.registers["of"] || !item.registers["file"]) return [];
    const name = String(item.registers["file"]["name"]);
    const file = files.get(folder + (paths.get(item.id) ?? ""));
    if (!file) say(`“${name}” is named, but is not in the import.`);
    else if (file.size > mostFileBytes) say(`“${name}” is larger than 100 MB.`);
    else return [{ item, file }];
    return [];
  });
}

function textOfField(value: unknown): string {
  return typeof value === "string" ? value : "";
}

async function withFiles(placed: readonly Placed[]): Promise<FoundGroup> {
  const [items, files, said]: [FoundItem[], FoundFile[], string[]] = [[], [], []];
  for (const { item, file } of placed) {
    const { name, type } = item.registers["file"] ?? {};
    try {
      if (file) {
        // oxlint-disable-next-line no-await-in-loop -- photos are large
        files.push({ media: item.id, blob: await file.blob(String(type)) });
        items.push(item);
      }
    } catch (error) {
      // Its entry is taken all the same.
      if (!(error instanceof Error)) throw error;
      said.push(`“${String(name)}” could not be read: ${error.message}`);
    }
  }
  return { items, files, said };
}

async function revisionsIn(file: SourceFile | undefined, entry: string): Promise<FoundItem[]> {
  if (!file) return [];
  const value = parsedJson(await textOf(file, mostRevisionBytes), file.path);
  const list: unknown = isFields(value) ? value["revisions"] : undefined;
  return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((given): FoundItem[] => {
    if (!isFields(given)) return [];
    const { t } = given;
    if (!Number.isSafeInteger(t) || Number(t) <= 0) return [];
    const item = readPlainItem("revs", { ...given, id: entry }, () => undefined);
    if (!item?.registers["doc"]) return [];
    const id = revisionId(entry, Number(t));
    return [
      withSafeDoc({ ...item, id, registers: { ...item.registers, of: ofEntry(item, entry) } }),
    ];
  });
}

function ofEntry(item: FoundItem, entry: string): Parts {
  const device = item.registers["of"]?.["device"];
  return { entry, device: typeof device === "string" ? device : "" };
}

function sampleOf(given: unknown): string {
  return isFields(given) ? firstWords(gistOf(given["doc"]).v, 80) : "";
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
