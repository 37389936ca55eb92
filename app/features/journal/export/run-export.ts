/** Writes journals into a ZIP, piece by piece, to where somebody wants it. */
import { makeZip } from "client-zip";
import { JournalFileError } from "#app/live/journal-files/file-error.ts";
import type { JournalFiles } from "#app/live/journal-files/journal-files.ts";
import { saveFile } from "#app/ui/save-file.ts";
import type { CopyFile, CopyOptions } from "#lib/journal/exchange/copy-source.ts";
import { journalFiles } from "#lib/journal/exchange/journal-file.ts";
import { markdownFiles } from "#lib/journal/exchange/to-markdown-file.ts";
import type { Room } from "../store/journal-store.ts";
import { copySourceOf } from "./copy-records.ts";

export type ExportForm = "json" | "markdown";

export type ExportProgress = { entries: number; files: number; ofEntries: number; ofFiles: number };

export type ExportOrder = {
  form: ExportForm;
  rooms: readonly Pick<Room, "journal" | "isSealed" | "records" | "settings">[];
  files: Pick<JournalFiles, "read">;
  signal: AbortSignal;
  hear: (progress: ExportProgress) => void;
  /** What is not in it, as a sentence. */
  say: (sentence: string) => void;
};

/** The names and bytes of all that is in it. */
async function* exportedFiles(order: ExportOrder): AsyncGenerator<CopyFile> {
  const { form, rooms, files, signal, hear, say } = order;
  const progress: ExportProgress = { entries: 0, files: 0, ofEntries: 0, ofFiles: 0 };
  for (const { records } of rooms) {
    progress.ofEntries += records.all("entries").size;
    progress.ofFiles += records.all("media").size;
  }
  hear({ ...progress });
  const made = new Date();
  const folders = foldersOf(rooms);
  for (const [at, { journal, records }] of rooms.entries()) {
    const options: CopyOptions = {
      source: copySourceOf({ journal, records, files, signal }),
      folder: folders[at] ?? "",
      made,
      hear(done) {
        progress.entries += done.entries ?? 0;
        progress.files += done.files ?? 0;
        hear({ ...progress });
      },
      say,
    };
    yield* form === "json" ? journalFiles(options) : markdownFiles(options);
  }
}

/** One journal has the ZIP for itself; of several each has a folder. */
function foldersOf(rooms: ExportOrder["rooms"]): string[] {
  if (rooms.length === 1) return [""];
  const taken = new Set<string>();
  return rooms.map(({ settings }) => {
    const name = fileNameOf(settings.name || "Journal");
    let folder = name;
    for (let count = 2; taken.has(folder.toLowerCase()); count += 1) folder = `${name} ${count}`;
    taken.add(folder.toLowerCase());
    return `${folder}/`;
  });
}

/** Of a private journal its name is not in it: browsers remember what they have downloaded. */
export function zipName(rooms: ExportOrder["rooms"], now: Date): string {
  const [only] = rooms.length === 1 ? rooms : [];
  const name = only ? fileNameOf(only.isSealed ? "Journal" : only.settings.name) : "Journals";
  return `${name} ${now.toISOString().slice(0, 10)}.zip`;
}

/** What every system takes. */
function fileNameOf(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ").replaceAll(/\s+/g, " ");
  return (
    plain
      .replaceAll(/^[. ]+|[. ]+$/g, "")
      .slice(0, 60)
      .toWellFormed() || "Journal"
  );
}

type Picker = (options: object) => Promise<{
  createWritable(): Promise<
    WritableStream<Uint8Array> & { abort(reason?: unknown): Promise<void> }
  >;
}>;

/**
 * Asks where to, where browsers can write there; must be called while a click is handled.
 * @returns where it goes; undefined: nowhere, somebody has closed the dialog
 */
export async function askWhere(name: string): Promise<Where | undefined> {
  const { showSaveFilePicker } = window as unknown as { showSaveFilePicker?: Picker };
  if (!showSaveFilePicker) return { kind: "download", name };
  try {
    const file = await showSaveFilePicker({
      suggestedName: name,
      types: [{ description: "ZIP", accept: { "application/zip": [".zip"] } }],
    });
    return { kind: "file", writable: await file.createWritable() };
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return undefined;
    // It may not write there, or the page is within another one: browsers download all the same.
    return { kind: "download", name };
  }
}

export type Where =
  | { kind: "file"; writable: WritableStream<Uint8Array> }
  | { kind: "download"; name: string };

/** @throws the signal's reason; JournalFileError; what writing to a disk throws */
export async function runExport(order: ExportOrder, where: Where): Promise<void> {
  const { signal } = order;
  const zip = makeZip(exportedFiles(order)) as ReadableStream<Uint8Array<ArrayBuffer>>;
  try {
    if (where.kind === "file") await zip.pipeTo(where.writable, { signal });
    else {
      const blob = await new Response(zip).blob();
      signal.throwIfAborted();
      saveFile(where.name, new Blob([blob], { type: "application/zip" }));
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error;
  }
}

/** A sentence for people. */
export function exportProblem(error: unknown): string {
  if (error instanceof JournalFileError) return error.message;
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    return "There is no room for the file where it should go. Free some, or choose another place.";
  }
  // oxlint-disable-next-line no-console -- the sentence is shown; why is for who looks there
  console.error("The export did not end", error);
  return "The file was not finished. Your journal is as it was; try it again.";
}
