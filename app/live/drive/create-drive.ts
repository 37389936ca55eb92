/** A drive out of its parts: what is kept here first, then what the server has; acts shown before they are answered. */
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { makeTree } from "#lib/drive/tree.ts";
import { type LookingParts, keepLooking } from "../journals/looking.ts";
import { NoAnswerError } from "../outbox/outbox.ts";
import { applyAct } from "./apply-act.ts";
import type { DriveCache, DriveHead, KeptNode } from "./drive-cache.ts";
import type { DriveDocuments } from "./drive-documents.ts";
import type { Drive, DriveState } from "./drive.ts";
import { type ActsCall, createActSender } from "./send-acts.ts";

const pageSize = 1000;
/** Should anything be wrong with what is kept here, it is not for longer. */
const wholeEveryMs = 7 * 24 * 60 * 60_000;
/** The newest nodes that are here are read again, and more of them by the first look: see `wentBack`. */
const newestFirst = 50;
const newestLater = 1;

export type DriveParts = {
  cache: DriveCache;
  documents: DriveDocuments;
  call: ActsCall;
  /** Shown first: the folder whose address was opened. */
  folder: string;
  wakes: LookingParts["wakes"];
  after: LookingParts["after"];
  /** This device's clock, milliseconds. */
  now: () => number;
  failed: (what: string, error: unknown) => void;
  /** Who reads the drive for the first time. */
  onFresh?: () => void;
};

type Pending = {
  act: DriveAct;
  now: string;
  /** How far was read when it was sent. */
  since: string;
  /** Something of its node was read before it was answered. */
  isRead: boolean;
};

export async function createDrive(parts: DriveParts): Promise<Drive> {
  const { cache, documents, call, folder, now, failed } = parts;
  const listeners = new Set<() => void>();
  const base = new Map<string, DriveNode>();
  /** When each was changed, as it was read: not of what an act has answered. */
  const readAt = new Map<string, string>();
  const gone = new Set<string>();
  const pending = new Set<Pending>();
  /** Since a look began: it may tell what was before. */
  let writtenMeanwhile: Set<string> | undefined;
  let head: DriveHead | undefined;
  let status: DriveState["status"] = "loading";
  let problem: string | undefined;
  let shown: DriveState | undefined;
  let end = () => {};
  let refreshed: (() => void)[] = [];
  let wakeNow = () => {};
  let isClosed = false;
  let isFirst = true;
  const send = createActSender(call);

  function changed(): void {
    shown = undefined;
    for (const listener of listeners) listener();
  }

  function stateNow(): DriveState {
    const all = new Map(base);
    for (const { act, now: at } of pending) applyAct(all, act, at);
    const tree = makeTree(all.values(), gone);
    // Its documents go without a word once the folder is gone.
    if (gone.size > 0) for (const id of all.keys()) if (!tree.isBelow(id, "")) all.delete(id);
    return { nodes: all, tree, status, problem };
  }

  function putKept({ id, at, node }: KeptNode): void {
    if (node) {
      base.set(id, node);
      readAt.set(id, at);
      gone.delete(id);
    } else if (node === null) {
      forget(id);
      gone.add(id);
    }
  }

  function forget(id: string): void {
    base.delete(id);
    readAt.delete(id);
  }

  async function readCache(): Promise<void> {
    const kept = await cache.read().catch((error: unknown) => {
      failed("The files kept in this browser could not be read", error);
      return undefined;
    });
    if (kept?.head === undefined) return;
    let { since } = kept.head;
    for (const one of kept.nodes) {
      putKept(one);
      // Perhaps this build can read it.
      if (one.node === undefined && one.at < since) since = one.at;
    }
    head = { ...kept.head, since };
    status = "cached";
  }

  /** What lies in folders that are gone for good. */
  function forgetLost(): string[] {
    if (gone.size === 0) return [];
    const tree = makeTree(base.values(), gone);
    const lost = [...base.keys()].filter((id) => !tree.isBelow(id, ""));
    for (const id of lost) forget(id);
    return lost;
  }

  async function look(signal: AbortSignal): Promise<void> {
    // Who asks while it goes on waits for the next one, which sees what is there now.
    const asked = refreshed;
    refreshed = [];
    try {
      const isOld = head === undefined || Math.abs(now() - head.wholeAt) > wholeEveryMs;
      const isDone = await lookOnce(isOld, signal);
      if (!isDone) await lookOnce(true, signal);
    } finally {
      for (const tell of asked) tell();
    }
  }

  /** @returns false when the server went back to a copy: then all has to be read */
  async function lookOnce(isWhole: boolean, signal: AbortSignal): Promise<boolean> {
    const meanwhile = new Set<string>();
    writtenMeanwhile = meanwhile;
    try {
      const before = head?.since ?? "";
      const newest = isWhole ? [] : newestOf(readAt, isFirst ? newestFirst : newestLater);
      const from = newest.reduce((first, { at }) => (at < first ? at : first), before);
      if (head === undefined && base.size === 0) await lookIn(signal);
      const read = await readChanged(isWhole ? "" : from, signal);
      const skipped = [...read.values()].filter(({ id }) => meanwhile.has(id));
      const news = [...read.values()].filter(({ id }) => !meanwhile.has(id));
      if (isWhole) {
        for (const id of base.keys()) if (!read.has(id) && !meanwhile.has(id)) forget(id);
        for (const id of gone) if (!meanwhile.has(id)) gone.delete(id);
      }
      for (const one of news) putKept(one);
      for (const one of pending) one.isRead ||= read.has(one.act.id);
      const lost = forgetLost();
      if (wentBack(newest, read)) return false;
      const last = [...read.values()].at(-1)?.at ?? "";
      // What was written meanwhile is read once more.
      const since = skipped.reduce(
        (first, { at }) => (at < first ? at : first),
        isWhole || last > before ? last : before,
      );
      if (meanwhile.size > 0) wakeNow();
      const time = now();
      head = { since, wholeAt: isWhole ? time : (head?.wholeAt ?? time) };
      [status, problem] = ["fresh", undefined];
      changed();
      await cache
        .write({ put: news, gone: lost, head, ...(isWhole && { wholeAfter: before }) })
        .catch((error: unknown) => failed("This browser did not keep the list of files", error));
      return true;
    } finally {
      if (writtenMeanwhile === meanwhile) writtenMeanwhile = undefined;
    }
  }

  /** Nothing vanishes without a word but what lies in a folder that is gone: that is forgotten already. */
  function wentBack(newest: readonly Newest[], read: ReadonlyMap<string, KeptNode>): boolean {
    return newest.some(
      ({ id }) => base.has(id) && !read.has(id) && writtenMeanwhile?.has(id) !== true,
    );
  }

  /** Some are there before all are. */
  async function lookIn(signal: AbortSignal): Promise<void> {
    const first = await documents.inFolder(folder, pageSize, signal);
    for (const one of first) if (one.node && !writtenMeanwhile?.has(one.id)) putKept(one);
    changed();
  }

  async function readChanged(
    since: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, KeptNode>> {
    const read = new Map<string, KeptNode>();
    // With what has the last time itself: a change may be of several nodes.
    let after: { at: string; id?: string } | undefined = since === "" ? undefined : { at: since };
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- each page says where the next one begins
      const page = await documents.changed(after, pageSize, signal);
      for (const one of page) {
        // Changed while it was read, it comes again: the last place counts.
        read.delete(one.id);
        read.set(one.id, one);
      }
      const last = page.at(-1);
      if (page.length < pageSize || last === undefined) return read;
      after = last;
      // Of thousands one sees the first ones at once.
      if (head === undefined) {
        for (const one of page) if (one.node && !writtenMeanwhile?.has(one.id)) putKept(one);
        changed();
      }
    }
  }

  async function actOne(act: DriveAct): Promise<DriveActResult> {
    const at = new Date(now()).toISOString();
    const mine: Pending = { act, now: at, since: head?.since ?? "", isRead: false };
    pending.add(mine);
    try {
      const result = await send(act);
      if ("node" in result) {
        writtenMeanwhile?.add(act.id);
        if (result.node) {
          base.set(act.id, result.node);
          readAt.delete(act.id);
        } else {
          forget(act.id);
          gone.add(act.id);
        }
        // What was read may be newer than this answer.
        if (mine.isRead && head) {
          head = { ...head, since: mine.since < head.since ? mine.since : head.since };
          wakeNow();
        }
      }
      return result;
    } finally {
      pending.delete(mine);
    }
  }

  await readCache();

  const drive: Drive = {
    snapshot: () => (shown ??= stateNow()),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async act(acts) {
      const answers = acts.map(actOne);
      changed();
      const settled = await Promise.allSettled(answers);
      changed();
      const lost = settled.find((one) => one.status === "rejected");
      if (lost) {
        // It may have been done all the same.
        wakeNow();
        throw lost.reason;
      }
      return settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    },
    refresh: () =>
      new Promise((resolve) => {
        if (isClosed) resolve();
        else refreshed.push(resolve);
        wakeNow();
      }),
    close() {
      isClosed = true;
      listeners.clear();
      end();
      for (const tell of refreshed.splice(0)) tell();
      cache.close();
    },
  };

  end = keepLooking({
    look: async (signal) => {
      await look(signal);
      if (isFirst) parts.onFresh?.();
      isFirst = false;
    },
    wakes: [
      ...parts.wakes,
      (wake) => {
        wakeNow = wake;
        return () => {
          wakeNow = () => {};
        };
      },
    ],
    after: parts.after,
    failed(error) {
      failed("The drive could not be looked up", error);
      status = head === undefined && base.size === 0 ? "loading" : "offline";
      problem = problemOf(error, head !== undefined);
      changed();
    },
  });
  return drive;
}

type Newest = { id: string; at: string };

/** @returns those that were changed last */
function newestOf(readAt: ReadonlyMap<string, string>, most: number): Newest[] {
  let found: Newest[] = [];
  for (const [id, at] of readAt) {
    if (found.length >= most && at <= found.at(-1)!.at) continue;
    found = [...found, { id, at }].toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, most);
  }
  return found;
}

function problemOf(error: unknown, isKept: boolean): string {
  const shown = isKept ? "What this browser has kept is shown." : "Check your connection.";
  if (error instanceof NoAnswerError) return `Your files cannot be reached just now. ${shown}`;
  return `Your files could not be read. ${shown} Load the page again, and sign in again if that does not help.`;
}
