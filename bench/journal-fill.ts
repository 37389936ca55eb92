/** A private journal with many entries, put there as another device would have written it. */
import type { Page } from "@playwright/test";
import { sleep } from "./measured-server.ts";
import { partOf } from "#lib/journal/documents.ts";
import { gistOf } from "#lib/journal/gist.ts";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { sealRecord } from "#lib/sealed/envelope.ts";
import { type JournalKeys, keysOf, newDataKey, sealedName } from "#lib/sealed/keys.ts";
import { makeLock } from "#lib/sealed/lock.ts";
import { newRecoveryKey } from "#lib/sealed/recovery-key.ts";

export const passphrase = "the words of the bench";

const dayMs = 86_400_000;
const atOnce = 100;
const seed = 20_261_123;

export type FilledJournal = {
  journal: string;
  /** Words that entries have, seldom ones among them. */
  words: readonly string[];
};

type Account = { uid: string; idToken: string };
type Registers = Record<string, Record<string, string | number | boolean>>;

/** A new account on the page, with a journal of so many entries of 200 to 500 words each. */
export async function fillJournal(
  page: Page,
  origin: string,
  entries: number,
): Promise<FilledJournal> {
  const account = await signUp(page, origin);
  const { uid } = account;
  const journal = newJournalId("sealed");
  const dataKey = newDataKey();
  const keys = await keysOf(dataKey, { uid, journal });
  const made = new Date().toISOString();
  const place = { uid, journal, dataKey, passphrase, recoveryKey: newRecoveryKey(), made };
  const lock = await makeLock(place);
  const commit = committer(origin, account, journal);
  await commit([{ path: "", fields: { lock: { stringValue: lock } } }]);
  const { random, words, take } = vocabulary();
  let t = (Date.now() - 3_600_000) * 1000;
  const item = async (kind: string, id: string, registers: Registers) => {
    t += 1;
    const stored = Object.entries(registers).map(([name, value]) => [name, { ...value, t, p: 0 }]);
    return sealedWrite(keys, kind, id, Object.fromEntries(stored));
  };
  await commit([await item("journal", "journal", { name: { v: "Bench" } })]);
  for (let from = 0; from < entries; from += atOnce) {
    const writes = [];
    for (let at = from; at < Math.min(entries, from + atOnce); at += 1) {
      const text = Array.from({ length: 200 + Math.floor(random() * 300) }, take).join(" ");
      const doc = docOf(text);
      const day = new Date(Date.now() - at * dayMs * 0.7).toISOString().slice(0, 16);
      const id = `bench${at}`;
      writes.push(
        item("entries", id, {
          when: { v: day, zone: "Europe/Berlin" },
          title: { v: `${take()} ${take()} ${take()}` },
          gist: { ...gistOf(doc) },
          mood: { v: at % 6 },
        }),
        item("texts", id, { doc: { v: doc } }),
      );
    }
    // oxlint-disable-next-line no-await-in-loop -- one commit after the other
    await commit(await Promise.all(writes));
  }
  return { journal, words };
}

async function signUp(page: Page, origin: string): Promise<Account> {
  await page.goto(`${origin}/AdvancedJournal`);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Name (optional)").fill("Bench");
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  const answered = page.waitForResponse((answer) => answer.url().includes("accounts:signUp"));
  await page.getByRole("button", { name: "Create account" }).click();
  const { localId, idToken } = (await (await answered).json()) as Record<string, string>;
  await page.getByRole("button", { name: "Write the first entry" }).waitFor();
  return { uid: localId!, idToken: idToken! };
}

/**
 * Unlocked, all of it kept in this browser: texts come behind the list. What was written just before the first opening is
 * told to the second one again, and to no later one.
 */
export async function openAll(page: Page, origin: string, entries: number): Promise<void> {
  await unlock(page, origin, entries);
  await sleep(75_000);
  await unlock(page, origin, entries);
  await sleep(25_000);
}

async function unlock(page: Page, origin: string, entries: number): Promise<void> {
  await page.goto(`${origin}/AdvancedJournal`);
  await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await page.getByRole("button", { name: "Unlock", exact: true }).click();
  await page
    .locator(".journal-head-count", { hasText: entries.toLocaleString("en") })
    .waitFor({ timeout: 120_000 });
}

type Write = { path: string; fields: object };

async function sealedWrite(
  keys: JournalKeys,
  kind: string,
  id: string,
  registers: object,
): Promise<Write> {
  const part = partOf(kind);
  const doc = await sealedName(keys, `${kind}/${id}`);
  const sealed = await sealRecord(keys, { part, doc, rev: 1 }, { kind, id, ...registers });
  return {
    path: `/${part}/${doc}`,
    fields: { c: { bytesValue: Buffer.from(sealed).toString("base64") } },
  };
}

function committer(origin: string, { uid, idToken }: Account, journal: string) {
  const documents = "projects/foyer/databases/(default)/documents";
  return async (writes: readonly Write[]): Promise<void> => {
    const body = writes.map(({ path, fields }) => ({
      update: {
        name: `${documents}/users/${uid}/journals/${journal}${path}`,
        fields: { rev: { integerValue: "1" }, ...fields },
      },
      updateTransforms: [{ fieldPath: "at", setToServerValue: "REQUEST_TIME" }],
      currentDocument: { exists: false },
    }));
    const answer = await fetch(`${origin}/v1/${documents}:commit`, {
      method: "POST",
      headers: { Authorization: `Bearer ${idToken}`, "Content-Type": "application/json" },
      body: JSON.stringify({ writes: body }),
    });
    if (!answer.ok) throw new Error(`The entries could not be written: ${answer.status}.`);
  };
}

function docOf(text: string): string {
  const content = [{ type: "paragraph", content: [{ type: "text", text }] }];
  return JSON.stringify({ type: "doc", content });
}

/** 40,000 words, the first ones as frequent as in a language: the n-th by 1 / n. */
function vocabulary() {
  const random = seededRandom(seed);
  const syllables = "ka lo mi ner tu ras vel on shi pra del mo ist fu gar en tor li wes no".split(
    " ",
  );
  const words = Array.from({ length: 40_000 }, (_, at) => {
    let [word, rest] = ["", at + 400];
    for (; rest > 0; rest = Math.floor(rest / 20)) word += syllables[rest % 20]!;
    return word;
  });
  const take = () =>
    words[Math.floor(Math.exp(random() * Math.log(words.length))) - 1] ?? words[0]!;
  return { random, words, take };
}

function seededRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
