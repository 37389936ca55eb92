/**
 * Back-ups of this site: one piece of work at a time, what is in the folder, and what became of the last ones. The work
 * itself is the backend's.
 */
import { join } from "node:path";
import type {
  BackupKey,
  BackupRow,
  BackupSettings,
  BackupsView,
  BackupWhy,
  BackupWork,
  DrillResult,
} from "#lib/backups.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { freeBytesOf, listBackups, removeBackup } from "./backup-folder.ts";
import type { FoundBackup } from "./backup-folder.ts";
import { createBackupStates } from "./backup-state.ts";
import type { StoredState } from "./backup-state.ts";
import type { Engine, EngineProgress, Identity, Made } from "./engine.ts";
import { outdated } from "./retention.ts";

/** What was asked for cannot be done now; `message` is for who asked. */
export class BackupRefusedError extends Error {
  override readonly name = "BackupRefusedError";
}

/** Secrets of a day, which a back-up would keep for a year. */
const forgottenSoon = ["server/visitor-salt"];

type Asked = { signal?: AbortSignal; onProgress?: (progress: EngineProgress) => void };

export type Backups = {
  /** Of the site's own; a command may write elsewhere. */
  folder: string;
  view(nextAt: string | null): Promise<Extract<BackupsView, { isHosted: false }>>;
  state(): Promise<StoredState>;
  list(): Promise<FoundBackup[]>;
  /** Those that are no longer needed go afterwards. @throws BackupRefusedError; BackupError */
  make(options: { why: BackupWhy; folder?: string; encrypt?: boolean } & Asked): Promise<Made>;
  /** Of the newest without a name. @throws BackupRefusedError; BackupError */
  drill(options: { name?: string | undefined } & Asked): Promise<DrillResult>;
  /** False when nothing is under way. */
  cancel(): boolean;
  /** False when it is not there. @throws BackupRefusedError while it is restored for a drill */
  remove(name: string): Promise<boolean>;
  changeSettings(change: Partial<BackupSettings>): Promise<BackupSettings>;
  /** With the secrets, newest first. */
  keys(): Promise<Identity[]>;
  keySaved(): Promise<void>;
  /** Of one that ended the process: others are noted by themselves. */
  noteFailure(text: string): Promise<void>;
  /** The owner gets a mail about it; until it goes well no other, unless that one came to nothing. */
  noteTold(what: BackupWork["what"], isTold: boolean): Promise<void>;
  changeKey(): Promise<Identity>;
  /** What is under way is ended by the backend. */
  running(): BackupWork | null;
};

export function createBackups(deps: {
  engine: Engine;
  backend: Pick<ServerBackend, "getDocument" | "commit">;
  folder: string;
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): Backups {
  const { engine, backend, folder, origin, log, now } = deps;
  const states = createBackupStates(backend);
  let work: (BackupWork & { abort: AbortController }) | undefined;

  async function alone<Result>(
    what: BackupWork["what"],
    { signal, onProgress }: Asked,
    run: (asked: Required<Asked>) => Promise<Result>,
  ): Promise<Result> {
    if (work !== undefined) {
      const under = work.what === "backup" ? "A back-up" : "A drill";
      throw new BackupRefusedError(`${under} is under way. Wait for its end, or cancel it.`);
    }
    const abort = new AbortController();
    const mine = {
      what,
      step: what === "backup" ? ("database" as const) : ("reading" as const),
      startedAt: new Date(now()).toISOString(),
      doneBytes: 0,
      totalBytes: 0,
      abort,
    };
    work = mine;
    try {
      return await run({
        signal: signal ? AbortSignal.any([signal, abort.signal]) : abort.signal,
        onProgress(progress) {
          Object.assign(mine, progress);
          onProgress?.(progress);
        },
      });
    } finally {
      work = undefined;
    }
  }

  async function keepFailure(error: unknown): Promise<void> {
    if (isCancelled(error)) return;
    const text = failureText(error);
    log.error({ err: error }, "a back-up could not be made");
    await noteFailure(text);
  }

  async function noteFailure(text: string): Promise<void> {
    await states.change(() => ({ failure: { at: new Date(now()).toISOString(), text } }));
  }

  async function prune(): Promise<void> {
    const gone = outdated(await listBackups(folder), new Date(now()));
    for (const name of gone) {
      // oxlint-disable-next-line no-await-in-loop -- a few
      await removeBackup(folder, name);
    }
    if (gone.length > 0) log.info({ gone }, "back-ups that are no longer needed were removed");
  }

  return {
    folder,
    state: () => states.read(),
    list: () => listBackups(folder),
    running: () => {
      if (work === undefined) return null;
      const { abort: _, ...shown } = work;
      return shown;
    },
    async view(nextAt) {
      const [state, found, keys, freeBytes] = await Promise.all([
        states.read(),
        listBackups(folder),
        engine.keys(),
        freeBytesOf(folder),
      ]);
      const backups = found.map((one) => toRow(one, state));
      const { settings, last, failure, drill, savedKeys } = state;
      return {
        isHosted: false,
        folder,
        backups,
        keys: keys.map((key, index) => toKey(key, index === 0, backups)),
        isKeySaved: keys[0] !== undefined && savedKeys.includes(keys[0].id),
        running: this.running(),
        nextAt: settings.nightlyMinute === null ? null : nextAt,
        freeBytes,
        settings,
        last,
        failure,
        drill,
      };
    },
    make: (options) =>
      alone("backup", options, async (asked) => {
        try {
          const { settings } = await states.read();
          const made = await engine.make({
            folder: options.folder ?? folder,
            encrypt: options.encrypt ?? settings.encrypt,
            origin: origin(),
            without: forgottenSoon,
            ...asked,
          });
          const { name, at, bytes, sha256, key, missing } = made;
          log.info({ name, bytes, missing, why: options.why }, "a back-up was made");
          // One that a command put elsewhere is not on the list, and does not stand for tonight's.
          if (options.folder === undefined || options.folder === folder) {
            await states.change((state) => ({
              last: { at, name, bytes },
              failure: null,
              told: state.told.filter((what) => what !== "backup"),
              made: [...state.made, { name, sha256, why: options.why, key, missing }],
            }));
            await prune();
          }
          return made;
        } catch (error) {
          await keepFailure(error);
          throw error;
        }
      }),
    drill: (options) =>
      alone("drill", options, async (asked) => {
        const found = await listBackups(folder);
        const name = options.name ?? found[0]?.name;
        if (name === undefined) throw new BackupRefusedError("There is no back-up yet.");
        if (!found.some((one) => one.name === name)) {
          throw new BackupRefusedError(`There is no back-up ${name}.`);
        }
        const startedAt = now();
        const { ok, text } = await engine
          .drill({ file: join(folder, name), folder, ...asked })
          .catch((error: unknown) => notDone(error));
        const at = new Date(now()).toISOString();
        const drill = { at, name, ok, text, ms: now() - startedAt };
        await states.change((state) => ({
          drill,
          ...(ok && { told: state.told.filter((what) => what !== "drill") }),
          drilled: [...state.drilled, { name, at, ok }],
        }));
        if (ok) log.info({ name }, "a back-up was restored for a drill");
        else log.error({ name, text }, "a back-up could not be restored in a drill");
        return drill;
      }),
    cancel() {
      if (work === undefined) return false;
      work.abort.abort();
      return true;
    },
    async remove(name) {
      if (work?.what === "drill") {
        throw new BackupRefusedError("A drill is under way. Wait for its end, or cancel it.");
      }
      const isRemoved = await removeBackup(folder, name);
      if (isRemoved && (await states.read()).last?.name === name) {
        const [newest] = await listBackups(folder);
        await states.change(() => ({ last: newest === undefined ? null : lastOf(newest) }));
      }
      return isRemoved;
    },
    async changeSettings(change) {
      const { settings } = await states.change((state) => ({
        settings: { ...state.settings, ...change },
      }));
      return settings;
    },
    keys: () => engine.keys(),
    async keySaved() {
      const keys = await engine.keys();
      await states.change(() => ({ savedKeys: keys.map(({ id }) => id) }));
    },
    noteFailure,
    async noteTold(what, isTold) {
      await states.change(({ told }) => {
        const others = told.filter((one) => one !== what);
        return { told: isTold ? [...others, what] : others };
      });
    },
    changeKey: () => engine.changeKey(),
  };
}

/** Somebody, or the end of the process, broke it off. */
export function isCancelled(error: unknown): boolean {
  return (error as { code?: string }).code === "cancelled";
}

/** For the page and the owner's mail: other errors may name what is nobody's business. */
export function failureText(error: unknown): string {
  const { name, message } = error as Error;
  const isForPeople = name === "BackupError" || error instanceof BackupRefusedError;
  return isForPeople ? message : "It failed; the log of the server says how.";
}

/** What kept a drill from its end is on the page, too. @throws what was cancelled */
function notDone(error: unknown): { ok: false; text: string } {
  if (isCancelled(error)) throw error;
  const { name, message } = error as Error;
  if (name === "BackupError") return { ok: false, text: message };
  return { ok: false, text: `It could not be done: ${message.slice(0, 300)}` };
}

function lastOf({ name, at, bytes }: FoundBackup): NonNullable<StoredState["last"]> {
  return { name, at: at.toISOString(), bytes };
}

function toRow(
  { name, at, bytes, isEncrypted, checksum }: FoundBackup,
  state: StoredState,
): BackupRow {
  const made = state.made.findLast((one) => one.name === name);
  const drill = state.drilled.findLast((one) => one.name === name);
  return {
    name,
    at: at.toISOString(),
    bytes,
    why: made?.why ?? null,
    isEncrypted,
    key: made?.key ?? null,
    checksum: checksumState(checksum, made?.sha256),
    drill: drill === undefined ? null : { at: drill.at, ok: drill.ok },
  };
}

function checksumState(found: string | null, noted: string | undefined): BackupRow["checksum"] {
  if (found === null) return "missing";
  if (noted === undefined) return "unknown";
  return found === noted ? "ok" : "differs";
}

function toKey({ id, createdAt }: Identity, isCurrent: boolean, rows: BackupRow[]): BackupKey {
  return { id, createdAt, isCurrent, usedBy: rows.filter(({ key }) => key === id).length };
}
