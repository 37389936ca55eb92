/**
 * A journal as files that we read again: `journal.json`, `media/` and `revisions/`. The form is in docs/journal-files.md. What is
 * in the trash is in it, too.
 */
import type { Item } from "../../records/register.ts";
import { entryOf, newestFirst } from "../entry.ts";
import { mediaOf } from "../journal-items.ts";
import { journalItemId } from "../shape.ts";
import type { CopyFile, CopyOptions } from "./copy-source.ts";
import { mediaName } from "./media-name.ts";
import { type PlainItem, plainItem } from "./plain-item.ts";

export const journalFormat = "foyer-journal";
export const journalVersion = 1;

/** Letters of one file, about: more entries go on in the next. */
const mostLetters = 50_000_000;

/** @param mostOfFile letters after which another file is begun */
export async function* journalFiles(
  options: CopyOptions,
  mostOfFile = mostLetters,
): AsyncGenerator<CopyFile> {
  const { source, folder } = options;
  const entries = sortedEntries(source.all("entries"));
  const media = Map.groupBy(source.all("media"), ([, item]) => ownerOf(item));
  const known = new Set(entries.map(({ id }) => id));
  const orphans = [...media].flatMap(([entry, items]) => (known.has(entry) ? [] : items));
  let next = 0;

  async function* part(number: number): AsyncGenerator<string> {
    yield headOf(options, number, number === 1 ? orphans : []);
    for (let letters = 0, isFirst = true; next < entries.length && letters < mostOfFile;) {
      const { id, item } = entries[next]!;
      const written = JSON.stringify(
        { ...(await entryWithText(id, item, options)), ...mediaIn(media.get(id)) },
        null,
        1,
      );
      yield `${isFirst ? "\n" : ",\n"}${written}`;
      letters += written.length;
      isFirst = false;
      next += 1;
      options.hear({ entries: 1 });
    }
    yield "\n]}\n";
  }

  for (let number = 1; number === 1 || next < entries.length; number += 1) {
    const before = next;
    const name = number === 1 ? "journal.json" : `journal-${number}.json`;
    yield { name: folder + name, input: part(number) };
    // Who does not read one to its end gets no other.
    if (number > 1 && next === before) return;
  }
  for (const { id, item } of entries) yield* revisionsOf(id, item, options);
  for (const [id, item] of source.all("media")) yield* fileOf(id, item, options);
}

function headOf({ source, made }: CopyOptions, part: number, orphans: readonly [string, Item][]) {
  const list = (kind: "tags" | "people" | "templates" | "lost") =>
    [...source.all(kind)].map(([id, item]) => plainItem(kind, id, item));
  const settings = source.all("journal").get(journalItemId);
  const head = {
    format: journalFormat,
    version: journalVersion,
    made: made.toISOString(),
    part,
    ...(part === 1 && {
      journal: settings ? plainItem("journal", journalItemId, settings) : {},
      tags: list("tags"),
      people: list("people"),
      templates: list("templates"),
      lost: list("lost"),
      ...mediaIn(orphans),
    }),
  };
  return `${JSON.stringify(head, null, 1).slice(0, -2)},\n "entries": [`;
}

function mediaIn(items: readonly [string, Item][] | undefined): { media?: PlainItem[] } {
  if (!items || items.length === 0) return {};
  return {
    media: items.map(([id, item]) => ({ ...plainItem("media", id, item), path: pathOf(id, item) })),
  };
}

async function entryWithText(id: string, item: Item, { source, say }: CopyOptions) {
  const entry = entryOf(id, item);
  const plain = plainItem("entries", id, item);
  const { doc } = (await source.text(id))?.registers ?? {};
  if (doc) {
    plain["doc"] = plainItem("texts", id, { at: 0, registers: { doc } })["doc"];
    // It comes out of the text.
    delete plain["gist"];
  } else if (entry && entry.words > 0) {
    say(`The text of “${entry.title || entry.gist || entry.when.v}” was not to be found.`);
  }
  const edited = entry ? new Date(entry.edited / 1000).toISOString() : undefined;
  return { ...plain, ...(edited !== undefined && { edited }) };
}

async function* revisionsOf(
  id: string,
  item: Item,
  { source, folder, say }: CopyOptions,
): AsyncGenerator<CopyFile> {
  const stamps = entryOf(id, item)?.revs ?? [];
  const revisions: object[] = [];
  const found = await Promise.all(stamps.map((t) => source.revision(id, t)));
  for (const [at, t] of stamps.entries()) {
    const revision = found[at];
    if (revision) revisions.push({ t, ...plainItem("revs", `${id}-${t}`, revision) });
    else say("A text of before was not to be found.");
  }
  if (revisions.length === 0) return;
  const text = JSON.stringify({ format: journalFormat, entry: id, revisions }, null, 1);
  yield { name: revisionsName(folder, id), input: new Blob([text]) };
}

export function revisionsName(folder: string, entry: string): string {
  return `${folder}revisions/${entry}.json`;
}

async function* fileOf(id: string, item: Item, options: CopyOptions): AsyncGenerator<CopyFile> {
  const { source, folder, hear, say } = options;
  try {
    yield { name: folder + pathOf(id, item), input: await source.file(id) };
  } catch (error) {
    // Everything else is still worth having.
    if (!(error instanceof Error)) throw error;
    say(`“${mediaOf(id, item)?.name ?? id}” is not in it: ${error.message}`);
  }
  hear({ files: 1 });
}

function pathOf(id: string, item: Item): string {
  return `media/${mediaName(id, mediaOf(id, item))}`;
}

function ownerOf(item: Item): string {
  const owner = item.registers["of"]?.value["entry"];
  return typeof owner === "string" ? owner : "";
}

/** The oldest first: a file to be read from its beginning. */
function sortedEntries(all: ReadonlyMap<string, Item>): { id: string; item: Item }[] {
  const entries = [...all].flatMap(([id, item]) => {
    const entry = entryOf(id, item);
    return entry ? [{ id, item, entry }] : [];
  });
  return entries.toSorted((one, other) => newestFirst(other.entry, one.entry));
}
