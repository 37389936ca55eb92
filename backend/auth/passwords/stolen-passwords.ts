/**
 * Whether a password stands on a list of stolen ones: those that are tried first. Offline; the list comes with
 * @zxcvbn-ts/language-common, about 49,000 passwords, and is read when the first new password is judged.
 */
import { Worker } from "node:worker_threads";
import { fingerprint } from "./fingerprint.ts";

/** What people put behind a word so that it has digits and signs. */
const ENDING = /[^\p{L}]{1,8}$/u;
const MIN_WORD_CHARS = 4;
const MAX_NUMBER_CHARS = 8;

/** Sorted. */
let table: Promise<Float64Array> | undefined;

/** Case, and the digits and signs at the end, make no difference; a number of up to eight digits is always known. */
export async function isStolenPassword(password: string): Promise<boolean> {
  const text = fold(password);
  if (text.length <= MAX_NUMBER_CHARS && /^\d+$/.test(text)) return true;
  table ??= readTable();
  const known = await table.catch((error: unknown) => {
    // The next one tries again.
    table = undefined;
    throw error;
  });
  return [text, wordOf(text)].some((word) => word !== "" && has(known, fingerprint(word)));
}

export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** Without its ending; empty when that leaves no word. */
export function wordOf(folded: string): string {
  const word = folded.replace(ENDING, "");
  return word.length < MIN_WORD_CHARS ? "" : word;
}

function readTable(): Promise<Float64Array> {
  return new Promise((resolve, reject) => {
    const url = new URL("./stolen-passwords-worker.ts", import.meta.url);
    const worker = new Worker(url, { name: "stolen-passwords" });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The list of stolen passwords was not read.")));
  });
}

function has(sorted: Float64Array, wanted: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as number) < wanted) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === wanted;
}
