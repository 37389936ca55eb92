/**
 * Sets the documents of a file of lines, in commits of bounded size. The backend judges the whole file before the first
 * commit, by commits that it undoes: what is wrong is what it would refuse.
 */
import type { FileHandle } from "node:fs/promises";
import { misfitsOf, schemaOf } from "#lib/documents/schema-of.ts";
import { fromFirestoreFields } from "#lib/firestore-value.ts";
import { BackendError } from "#lib/server-backend.ts";
import { MAX_CONTENTS } from "../backend-port/documents-client.ts";
import type { DocumentContent, DocumentsClient } from "../backend-port/documents-client.ts";
import { parseDocumentLine } from "./document-line.ts";
import { readLines } from "./read-lines.ts";

type DocumentLine = { number: number; document: DocumentContent };
type OnFault = (line: number, message: string) => void;
type Fault = { line: number; message: string };

export type CheckedDocuments = {
  documents: number;
  /** What can be stored, but no page could show as it is: how many documents, and of the first ones why. */
  misfits: { documents: number; told: readonly string[] };
};

/** The backend takes no commit that is larger. */
const maxLineBytes = 10 * 1024 * 1024;
/** Of one commit, unless it is one document. */
const maxBatchChars = 5_000_000;
const maxFaults = 20;

/** @throws Error with a line for each fault; then nothing was written. */
export async function checkDocuments(
  client: Pick<DocumentsClient, "checkDocuments">,
  file: FileHandle,
): Promise<CheckedDocuments> {
  const faults: Fault[] = [];
  const misfits = { documents: 0, told: [] as string[] };
  const isEnough = () => faults.length >= maxFaults;
  const onFault = (line: number, message: string) => void faults.push({ line, message });

  async function judge(batch: readonly DocumentLine[]): Promise<void> {
    if (isEnough()) return;
    await inParts(batch, (part) => client.checkDocuments(contentsOf(part)), onFault);
  }

  let documents = 0;
  for await (const batch of batchesOf(file, onFault)) {
    documents += batch.length;
    await judge(batch);
    if (isEnough()) break;
    // Of a file that is refused nobody needs them, and only what was judged has values of known kinds.
    if (faults.length > 0) continue;
    for (const line of batch) {
      const message = misfitOf(line.document);
      if (message === undefined) continue;
      misfits.documents += 1;
      if (misfits.told.length < maxFaults)
        misfits.told.push(formatFault({ line: line.number, message }));
    }
  }
  if (faults.length === 0) return { documents, misfits };
  faults.sort((a, b) => a.line - b.line);
  const lines = faults.slice(0, maxFaults).map(formatFault);
  if (isEnough()) lines.push("There may be more.");
  throw new Error(["Nothing was changed.", ...lines].join("\n"));
}

function misfitOf({ path, fields }: DocumentContent): string | undefined {
  if (schemaOf(path) === undefined) return undefined;
  const faults = misfitsOf(path, fromFirestoreFields(fields));
  if (faults.length === 0) return undefined;
  const places = faults.map((fault) => `${fault.path} ${fault.message}`).join("; ");
  return `no page can show ${path} as it is: ${places}.`;
}

const formatFault = ({ line, message }: Fault) => `Line ${line}: ${message}`;

/** @param onWritten is told how many documents are written so far. @throws Error which says how far it came. */
export async function importDocuments(
  client: Pick<DocumentsClient, "setDocuments">,
  file: FileHandle,
  onWritten: (documents: number) => void,
): Promise<void> {
  let written = 0;
  let lastLine = 0;
  const refuse = (line: number, message: string) => {
    throw new Error(formatFault({ line, message }));
  };
  async function set(part: readonly DocumentLine[]): Promise<void> {
    await client.setDocuments(contentsOf(part));
    written += part.length;
    lastLine = part.at(-1)?.number ?? lastLine;
    onWritten(written);
  }
  try {
    for await (const batch of batchesOf(file, refuse)) await inParts(batch, set, refuse);
  } catch (error) {
    if (written === 0) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${message}\nThe import is not complete: ${written} documents are written, those of the lines 1 to ${lastLine}. Run it again.`,
      { cause: error },
    );
  }
}

/** What is refused as a whole is tried in halves, in their order, until one document has the fault alone. */
async function inParts(
  batch: readonly DocumentLine[],
  commit: (part: readonly DocumentLine[]) => Promise<void>,
  onFault: OnFault,
): Promise<void> {
  try {
    await commit(batch);
  } catch (error) {
    if (!(error instanceof BackendError) || !isAboutContent(error)) throw error;
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) {
      onFault(first.number, toPlaceInLine(error.message));
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await inParts(batch.slice(0, middle), commit, onFault);
    await inParts(batch.slice(middle), commit, onFault);
  }
}

/** A commit can also be too much as a whole. */
function isAboutContent({ status }: BackendError): boolean {
  return status === "INVALID_ARGUMENT" || status === "RESOURCE_EXHAUSTED";
}

/** `writes[0].update.fields.a` is `fields.a` of the line, and the name is its path. */
function toPlaceInLine(message: string): string {
  return message.replace(/\bwrites\[0\]\.update\./, "").replace(/^name\b/, "path");
}

async function* batchesOf(file: FileHandle, onFault: OnFault): AsyncIterable<DocumentLine[]> {
  let batch: DocumentLine[] = [];
  let chars = 0;
  for await (const line of readLines(file, maxLineBytes)) {
    const { number } = line;
    if ("fault" in line) {
      onFault(number, line.fault);
      continue;
    }
    const document = parse(line.text, (message) => onFault(number, message));
    if (document === undefined) continue;
    if (batch.length === MAX_CONTENTS || chars + line.text.length > maxBatchChars) {
      if (batch.length > 0) yield batch;
      batch = [];
      chars = 0;
    }
    batch.push({ number, document });
    chars += line.text.length;
  }
  if (batch.length > 0) yield batch;
}

function parse(text: string, onFault: (message: string) => void): DocumentContent | undefined {
  try {
    return parseDocumentLine(text);
  } catch (error) {
    onFault(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function contentsOf(lines: readonly DocumentLine[]): DocumentContent[] {
  return lines.map(({ document }) => document);
}
