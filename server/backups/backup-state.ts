/** `server/backups`: settings of back-ups and what became of the last ones. The folder says which there are. */
import * as z from "zod/mini";
import { backupsDocument } from "#lib/backups.ts";
import type { BackupState } from "#lib/backups.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

const made = z.object({
  name: z.string(),
  sha256: z.string(),
  why: z.enum(["nightly", "asked"]),
  /** Which key it was made for; null: none. */
  key: z.nullable(z.string()),
  /** Stored files that the disk had lost or damaged by then. */
  missing: z.number(),
});
const drilled = z.object({ name: z.string(), at: z.string(), ok: z.boolean() });

const shape = z.object({
  settings: z.object({ nightlyMinute: z.nullable(z.int()), encrypt: z.boolean() }),
  last: z.nullable(z.object({ at: z.string(), name: z.string(), bytes: z.number() })),
  failure: z.nullable(z.object({ at: z.string(), text: z.string() })),
  drill: z.nullable(
    z.object({
      at: z.string(),
      name: z.string(),
      ok: z.boolean(),
      text: z.string(),
      ms: z.number(),
    }),
  ),
  /** The keys of which the owner said that they are kept elsewhere. */
  savedKeys: z._default(z.array(z.string()), []),
  /** What has failed since it last went well, and was told to the owner by mail. */
  told: z._default(z.array(z.enum(["backup", "drill"])), []),
  made: z.array(made),
  drilled: z.array(drilled),
});

export type StoredState = z.infer<typeof shape> & BackupState;

const kept = 100;
/** Three in the morning, UTC. */
const usual: StoredState = {
  settings: { nightlyMinute: 180, encrypt: true },
  last: null,
  failure: null,
  drill: null,
  savedKeys: [],
  told: [],
  made: [],
  drilled: [],
};

export type BackupStates = {
  /** @throws BackendError */
  read(): Promise<StoredState>;
  /** One after the other. @throws BackendError */
  change(change: (state: StoredState) => Partial<StoredState>): Promise<StoredState>;
};

export function createBackupStates(
  backend: Pick<ServerBackend, "getDocument" | "commit">,
): BackupStates {
  let turn: Promise<unknown> = Promise.resolve();

  async function read(): Promise<StoredState> {
    const stored = await backend.getDocument(backupsDocument);
    // What cannot be read is no reason to make no back-up.
    return shape.safeParse(stored?.data).data ?? usual;
  }

  return {
    read,
    change(change) {
      const changed = turn.then(async () => {
        const state = await read();
        const next = { ...state, ...change(state) };
        const data = { ...next, made: next.made.slice(-kept), drilled: next.drilled.slice(-kept) };
        await backend.commit([{ set: backupsDocument, data }]);
        return data;
      });
      turn = changed.catch(() => undefined);
      return changed;
    },
  };
}
