/** Looks into what somebody has chosen, and says what of it is a journal. */
import { readZip } from "../../zip/read-zip.ts";
import { isDayOne, readDayOne } from "./day-one.ts";
import { type Found, type FoundJournal, ImportError } from "./found.ts";
import { readMarkdownFolder } from "./markdown-folder.ts";
import { isNote } from "./markdown-files.ts";
import { isJournalFile, mostJsonBytes, parsedJson, readJournalFile } from "./read-journal-file.ts";
import {
  type SourceFile,
  type SourceFolder,
  baseOf,
  endOf,
  folderOfFiles,
  folderOfZip,
  textOf,
} from "./source-file.ts";

export type Chosen = {
  /** In the folder that was chosen; empty: it was chosen by itself. */
  path: string;
  file: File;
};

/** @throws ImportError or ZipError, with a sentence */
export async function openImport(chosen: readonly Chosen[]): Promise<Found> {
  const [first] = chosen;
  if (!first) throw new ImportError("Nothing was chosen.");
  const isZip = chosen.length === 1 && endOf(first.file.name) === "zip";
  const folder = isZip ? folderOfZip(await readZip(first.file)) : folderOfFiles(chosen);
  const name = first.path.includes("/")
    ? first.path.slice(0, first.path.indexOf("/"))
    : first.file.name.replace(/\.[A-Za-z]+$/, "");
  return found(folder, name);
}

async function found({ files, said }: SourceFolder, name: string): Promise<Found> {
  const withSaid = (journals: FoundJournal[]) =>
    journals.map((one, at) => (at === 0 ? { ...one, said: [...said, ...one.said] } : one));
  const own: FoundJournal[] = [];
  for (const parts of ownParts(files)) {
    // Day One has a file of this name, too, if somebody calls a journal so.
    // oxlint-disable-next-line no-await-in-loop -- each may be large
    if (isJournalFile(await jsonOf(parts[0]!))) own.push(await readJournalFile(parts, files));
  }
  if (own.length > 0) return { from: "foyer", journals: withSaid(own) };
  const dayOne: FoundJournal[] = [];
  for (const file of files) {
    if (endOf(file.path) !== "json" || file.path.includes("/")) continue;
    // oxlint-disable-next-line no-await-in-loop -- each may be large
    const value = await jsonOf(file);
    const about = { name: baseOf(file.path).slice(0, -5), value, modified: file.modified };
    if (isJournalFile(value)) {
      return { from: "foyer", journals: withSaid([await readJournalFile([file], files)]) };
    }
    if (isDayOne(value)) dayOne.push(readDayOne(about, files));
  }
  if (dayOne.length > 0) return { from: "dayOne", journals: withSaid(dayOne) };
  if (files.some(({ path }) => isNote(path))) {
    return { from: "markdown", journals: withSaid([await readMarkdownFolder(name, files)]) };
  }
  throw new ImportError(
    "There is no journal in it: no JSON of Day One, no Markdown file, and no journal of ours.",
  );
}

async function jsonOf(file: SourceFile): Promise<unknown> {
  return parsedJson(await textOf(file, mostJsonBytes), file.path);
}

/** Of each journal of ours its files, in their order. */
function ownParts(files: readonly SourceFile[]): SourceFile[][] {
  const form = /^(?<folder>(?:[^/]+\/)?)journal(?:-(?<part>\d{1,4}))?\.json$/;
  const parts = files.flatMap((file) => {
    const groups = form.exec(file.path)?.groups;
    return groups ? [{ file, folder: groups["folder"]!, part: Number(groups["part"] ?? 1) }] : [];
  });
  const journals = Map.groupBy(parts, ({ folder }) => folder);
  return [...journals.values()]
    .filter((some) => some.some(({ part }) => part === 1))
    .map((some) => some.toSorted((one, other) => one.part - other.part).map(({ file }) => file));
}
