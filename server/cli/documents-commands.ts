/**
 * `npm run foyer -- documents …`. Like the database's they run in the process of the command. What they print and read
 * is a document a line, with typed values.
 */
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { DocumentsClient } from "../backend-port/documents-client.ts";
import { formatDocumentLine } from "./document-line.ts";
import { exportDocuments } from "./export-documents.ts";
import type { ExportPage } from "./export-documents.ts";
import { OutputClosedError, openInput, say, tell, writeOutput } from "./files.ts";
import type { Streams } from "./files.ts";
import { checkDocuments, importDocuments } from "./import-documents.ts";
import { parseQueryArguments, queryDetails } from "./query-arguments.ts";
import { UsageError } from "./usage-error.ts";

export type DocumentsCommand = {
  name: string;
  usage: string;
  meaning: string;
  /** For its own help, as lines. */
  details?: readonly string[];
  isRead: boolean;
  /** @throws UsageError before anything is opened. What it returns throws Errors whose message is for the caller. */
  parse: (args: string[]) => (documents: DocumentsClient, streams: Streams) => Promise<void>;
};

const progressEvery = 20_000;

export const documentsCommands: readonly DocumentsCommand[] = [
  {
    name: "documents get",
    usage: "documents get PATH",
    meaning: "Print a document as a line of JSON, with typed values as in Firestore's REST.",
    isRead: true,
    parse(args) {
      const [path] = readArguments(args, 1, 1).map(trimSlashes);
      const isDocument = path !== undefined && path !== "" && path.split("/").length % 2 === 0;
      if (!isDocument) {
        throw new UsageError(`${shown(path)} is not the path of a document, such as projects/a.`);
      }
      return async (documents, streams) => {
        const document = await documents.getDocument(path);
        if (document === null) throw new Error(`There is no document ${path}.`);
        await writeOutput(undefined, [formatDocumentLine(document)], streams);
      };
    },
  },
  {
    name: "documents query",
    usage:
      "documents query COLLECTION [--where 'FIELD OP JSON']... [--order FIELD[:desc]]... [--limit N] [--group]",
    meaning:
      "Print the documents of a collection that meet all conditions, with the SDK's operators; `--group`: of all collections with its id.",
    details: queryDetails,
    isRead: true,
    parse(args) {
      const { parent, toQuery } = parseQueryArguments(args);
      return async (documents, streams) => {
        const found = await documents.runQuery(parent, toQuery(documents.nameOf));
        await writeOutput(undefined, found.map(formatDocumentLine), streams);
      };
    },
  },
  {
    name: "documents export",
    usage: "documents export [PATH] [FILE]",
    meaning:
      "Write a collection or a document, with all documents below, to a file or standard output, one a line; `/` is everything.",
    isRead: true,
    parse(args) {
      const [place = "", file] = readArguments(args, 0, 2);
      const path = trimSlashes(place);
      return async (documents, streams) => {
        const counted = { documents: 0 };
        const pages = exportDocuments(documents, path);
        try {
          await writeOutput(file, linesOf(pages, counted, path, streams), streams);
        } catch (error) {
          throw file === undefined && isLikeFile(place) ? withHint(error, place) : error;
        }
        tell(streams, `Exported ${count(counted.documents)} of ${shown(path)}.`);
      };
    },
  },
  {
    name: "documents import",
    usage: "documents import FILE",
    meaning:
      "Set each document of an exported file, in commits of some hundred. Other documents stay; createTime and updateTime are new.",
    isRead: false,
    parse(args) {
      const [file] = readArguments(args, 1, 1) as [string];
      return async (documents, streams) => {
        await using input = await openInput(file, streams);
        const { documents: total, misfits } = await checkDocuments(documents, input.handle);
        for (const misfit of misfits.told) tell(streams, misfit);
        let told = 0;
        await importDocuments(documents, input.handle, (written) => {
          if (written - told < progressEvery) return;
          told = written;
          tell(streams, `${written} of ${count(total)} are written.`);
        });
        const hidden =
          misfits.documents === 0 ? "" : ` No page can show ${misfits.documents} of them as it is.`;
        say(streams, `Imported ${count(total)}.${hidden}`);
      };
    },
  },
];

function readArguments(args: string[], least: number, most: number): string[] {
  if (args.length < least || args.length > most) throw new UsageError();
  return args;
}

function trimSlashes(path: string): string {
  return path
    .split("/")
    .filter((id) => id !== "")
    .join("/");
}

async function* linesOf(
  pages: AsyncIterable<ExportPage>,
  counted: { documents: number },
  path: string,
  streams: Streams,
): AsyncIterable<string> {
  let told = 0;
  for await (const { lines, documents } of pages) {
    yield lines;
    counted.documents += documents;
    if (counted.documents - told < progressEvery) continue;
    told = counted.documents;
    tell(streams, `${count(told)} are exported.`);
  }
  // Of a place that was named it is a slip, and an older file stays.
  if (counted.documents === 0 && path !== "") throw new Error(`There are no documents at ${path}.`);
}

/** Whether it may be a file that was meant for all documents. */
function isLikeFile(place: string): boolean {
  return /\.jsonl?$/.test(place) || (isAbsolute(place) && place !== "/" && existsSync(place));
}

function withHint(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || error instanceof OutputClosedError) return error;
  return new Error(`${error.message}\nInto a file: documents export / ${file}`, { cause: error });
}

const count = (documents: number) => `${documents} ${documents === 1 ? "document" : "documents"}`;
const shown = (path = "") => (path === "" ? "/" : path);
