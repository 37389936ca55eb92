/**
 * The keys that back-ups are encrypted for. They guard copies that lie elsewhere: who has the data folder has the data
 * and the keys, without which no back-up could be made or tried out at night. The file is age's own: any age tool opens
 * a back-up with it.
 */
import { join } from "node:path";
import { readKeyFile, writeKeyFile } from "../auth/index.ts";
import { backupKeysName } from "./names.ts";

const head = "# Keys of back-ups, newest first. Open one with: age -d -i THIS-FILE BACK-UP";

export type BackupIdentity = {
  /** First characters of the public key, which name it. */
  id: string;
  createdAt: string;
  recipient: string;
  /** The secret. */
  identity: string;
};

export type BackupKeys = {
  /** Newest first; without any, one is made. */
  all(): Promise<BackupIdentity[]>;
  /** A new one is made; those of before still open what was made for them. */
  change(): Promise<BackupIdentity>;
};

export function openBackupKeys(keysDir: string, now: () => number): BackupKeys {
  const path = join(keysDir, backupKeysName);
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  const read = async () => {
    const text = await readKeyFile(path);
    return text === undefined ? [] : readIdentities(text);
  };

  async function add(known: BackupIdentity[]): Promise<BackupIdentity[]> {
    const { generateX25519Identity, identityToRecipient } = await loadAge();
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const createdAt = new Date(now()).toISOString();
    const all = [{ id: idOf(recipient), createdAt, recipient, identity }, ...known];
    await writeKeyFile(path, identitiesText(all));
    return all;
  }

  return {
    all: () =>
      inTurn(async () => {
        const known = await read();
        return known.length > 0 ? known : add([]);
      }),
    change: () =>
      inTurn(async () => {
        const [newest] = await add(await read());
        if (newest === undefined) throw new Error("No key was made.");
        return newest;
      }),
  };
}

function identitiesText(identities: readonly BackupIdentity[]): string {
  const blocks = identities.map(
    ({ createdAt, recipient, identity }) =>
      `# created: ${createdAt}\n# public key: ${recipient}\n${identity}\n`,
  );
  return `${head}\n${blocks.join("\n")}`;
}

/** Of a file as this one or age's own tool writes it. */
export async function readIdentities(text: string): Promise<BackupIdentity[]> {
  const { identityToRecipient } = await loadAge();
  const found: BackupIdentity[] = [];
  let createdAt = "";
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    createdAt = /^# created: (\S+)$/.exec(line)?.[1] ?? createdAt;
    if (!/^AGE-SECRET-KEY-1[A-Z0-9]+$/.test(line)) continue;
    // oxlint-disable-next-line no-await-in-loop -- a few
    const recipient = await identityToRecipient(line);
    found.push({ id: idOf(recipient), createdAt, recipient, identity: line });
  }
  return found;
}

/** Few starts of a server need it. */
const loadAge = () => import("age-encryption");

/** `age1` begins them all. */
const idOf = (recipient: string) => recipient.slice(4, 12);
