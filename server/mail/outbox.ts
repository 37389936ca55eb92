/**
 * Mails that wait, one file each, so that they outlive the process: `outbox/<name>.json`. A file is there whole or not
 * at all; what is in memory is only when each one is due. The folder holds codes that open accounts: it is for its
 * owner alone, and no back-up takes it.
 */
import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Log } from "../log.ts";
import { messageShape, nameOf } from "./message.ts";
import type { KeptMail, OutgoingMail } from "./message.ts";

const fileName = /^([0-9a-f]{16})\.json$/;
const unfinished = /^[0-9a-f]{16}\.[0-9a-f]+\.part$/;
const fileShape = z.extend(messageShape, { createdAt: z.number() });

export type Waiting = Pick<KeptMail, "name" | "kind" | "to" | "createdAt" | "expiresAt">;

export type Outbox = {
  /** Resolves when it would survive a power cut. A full outbox makes room for it. @throws ZodError for what is no mail. */
  keep(mail: OutgoingMail): Promise<void>;
  /** Undefined when it is gone. */
  read(name: string): Promise<KeptMail | undefined>;
  /** Names that are not there are of no matter. */
  remove(names: readonly string[]): Promise<void>;
  /** The oldest first. */
  waiting(): Waiting[];
};

export async function openOutbox(
  dataDir: string,
  deps: { now: () => number; log: Log; maxMails?: number },
): Promise<Outbox> {
  const { now, log, maxMails = 1000 } = deps;
  const folder = outboxFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const index = new Map<string, Waiting>();
  for (const file of await readdir(folder)) {
    if (unfinished.test(file)) await rm(join(folder, file), { force: true });
    const name = fileName.exec(file)?.[1];
    if (name === undefined) continue;
    const mail = await readMail(folder, name);
    if (mail !== undefined) index.set(name, waitingOf(mail));
    else {
      log.error({ mail: name }, "a mail in the outbox cannot be read and is removed");
      await rm(join(folder, file), { force: true });
    }
  }
  // One after the other: two must not count on the same free place.
  let last: Promise<void> = Promise.resolve();

  async function keepNow(given: OutgoingMail): Promise<void> {
    const mail = { ...messageShape.parse(given), createdAt: now() };
    const name = nameOf(mail.id);
    const coming = waitingOf({ ...mail, name });
    while (!index.has(name) && index.size >= maxMails) {
      const { name: dropped, kind } = leastMissed([...index.values()], coming);
      await rm(join(folder, `${dropped}.json`), { force: true });
      index.delete(dropped);
      log.error({ kind, mails: maxMails }, "the outbox is full: a mail of this kind is dropped");
    }
    await writeWhole(folder, name, JSON.stringify(mail));
    index.set(name, coming);
  }

  return {
    keep(given) {
      const kept = last.then(() => keepNow(given));
      last = kept.catch(() => {});
      return kept;
    },
    async read(name) {
      return index.has(name) ? readMail(folder, name) : undefined;
    },
    async remove(names) {
      const here = names.filter((name) => index.has(name));
      if (here.length === 0) return;
      for (const name of here) {
        await rm(join(folder, `${name}.json`), { force: true });
        index.delete(name);
      }
      // Without this a power cut would bring back what has been sent.
      await syncFolder(folder);
    },
    waiting: () => [...index.values()].toSorted((a, b) => a.createdAt - b.createdAt),
  };
}

/**
 * Of the kind that most mails are of, the oldest to whoever has most of them. So however many of one kind strangers
 * cause, the other kinds stay, and who has one mail waiting loses it last.
 */
function leastMissed(waiting: Waiting[], coming: Waiting): Waiting {
  const ofKind = mostCommon([...waiting, coming], ({ kind }) => kind);
  const older = mostCommon(ofKind, ({ to }) => to).filter((mail) => mail !== coming);
  return older.reduce((oldest, mail) => (mail.createdAt < oldest.createdAt ? mail : oldest));
}

function mostCommon(mails: Waiting[], keyOf: (mail: Waiting) => string): Waiting[] {
  const counts = new Map<string, number>();
  for (const mail of mails) counts.set(keyOf(mail), (counts.get(keyOf(mail)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return mails.filter((mail) => counts.get(keyOf(mail)) === most);
}

/** Newest first; for who has the machine, whether a server runs or not. */
export async function readOutbox(dataDir: string): Promise<KeptMail[]> {
  const folder = outboxFolder(dataDir);
  const mails: KeptMail[] = [];
  for (const file of await listFolder(folder)) {
    const name = fileName.exec(file)?.[1];
    const mail = name && (await readMail(folder, name));
    if (mail) mails.push(mail);
  }
  return mails.toSorted((a, b) => b.createdAt - a.createdAt);
}

function outboxFolder(dataDir: string): string {
  return join(dataDir, "outbox");
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Undefined for a file that is gone or is no mail. */
async function readMail(folder: string, name: string): Promise<KeptMail | undefined> {
  try {
    const text = await readFile(join(folder, `${name}.json`), "utf8");
    return { ...fileShape.parse(JSON.parse(text)), name };
  } catch (error) {
    const isNoMail = error instanceof SyntaxError || error instanceof z.core.$ZodError;
    if (isNoMail || isMissing(error)) return undefined;
    throw error;
  }
}

async function writeWhole(folder: string, name: string, text: string): Promise<void> {
  const part = join(folder, `${name}.${randomBytes(6).toString("hex")}.part`);
  try {
    const file = await open(part, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, join(folder, `${name}.json`));
    await syncFolder(folder);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function waitingOf({ name, kind, to, createdAt, expiresAt }: KeptMail): Waiting {
  return { name, kind, to, createdAt, expiresAt };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
