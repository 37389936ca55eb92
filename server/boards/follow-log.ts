/**
 * What follows of changes of a board: the log says what was done, `told` how far that was followed. Each thing that is
 * told has a name of its own, so whatever is broken off is done again and told once. docs/boards.md
 */
import { createHash } from "node:crypto";
import { cardOf } from "#lib/boards/board-items.ts";
import { type BoardFacts, cardsIn, followUps } from "#lib/boards/follow-up.ts";
import { type LogEntry, logKey } from "#lib/boards/judge-input.ts";
import { readMembers } from "#lib/boards/roles.ts";
import { keysOf } from "#lib/keys-of.ts";
import { type Item, readItem } from "#lib/records/register.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds, Jobs } from "../jobs/jobs.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import type { Notifier } from "../notifications/notify.ts";
import type { BoardDue } from "./due.ts";
import { inGroups } from "./read-board.ts";

/** An entry may have two megabytes. */
const pageSize = 20;
/** That one account is told because of another: nobody floods a centre, which keeps only so many. The log has the rest. */
const telling = { burst: 100, perMinute: 2 };
const toldActs: ReadonlySet<string> = new Set([
  "people",
  "comment",
  "edit-comment",
  "role",
  "join",
  "public",
  "remove",
  "end",
]);
/** With more of them a start leaves it to the daily sweep. */
const mostAtStart = 1000;
const againMs = 10_000;
/** What many do at once is followed at once. */
const debounceMs = 200;

export type FollowLog = {
  /** A board has changed. */
  changed: (board: string) => void;
  /** All that nobody was told of yet. @throws BackendError */
  follow(board: string): Promise<void>;
  /** What an earlier process did not come to; nobody waits for it. */
  start: () => void;
  jobKinds: JobKinds;
  close: () => Promise<void>;
};

export function createFollowLog(deps: {
  backend: Pick<ServerBackend, "getValue" | "putValue" | "queryValues" | "getShallow">;
  notifier: Pick<Notifier, "notify">;
  due: Pick<BoardDue, "plan">;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): FollowLog {
  const { backend, notifier, due, jobs, log, now } = deps;
  const ofPair = createRateLimit({ ...telling, now });
  const underway = new Map<string, { asked: number; ended: Promise<void> }>();
  const soon = new Map<string, NodeJS.Timeout>();
  const life = new AbortController();
  let atStart: Promise<void> | undefined;
  const valueAt = async (path: string) => (await backend.getValue(path)).value;

  async function follow(board: string): Promise<void> {
    const root = `boards/${board}`;
    const seq = Number((await valueAt(`${root}/seq`)) ?? 0);
    for (let told = Number((await valueAt(`${root}/told`)) ?? 0); told < seq;) {
      if (life.signal.aborted) return;
      const bounds = { startAt: logKey(told + 1), endAt: logKey(seq), limit: pageSize };
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const page = await backend.queryValues(`${root}/log`, { orderBy: "$key", ...bounds });
      for (const [key, entry] of page) {
        // oxlint-disable-next-line no-await-in-loop -- in the order in which it was done
        await followOne(board, key, entry as Partial<LogEntry>);
      }
      // What is not in the log any more is old: nobody waits for it.
      told = page.length < pageSize ? seq : seqOf(page.at(-1)?.[0] ?? "");
      // oxlint-disable-next-line no-await-in-loop -- see above
      await raiseTold(root, told);
    }
  }

  async function followOne(board: string, key: string, stored: Partial<LogEntry>): Promise<void> {
    const { by = "", acts = [], w = [], at = 0 } = stored;
    const dated = w.flatMap((line) => /^cards\/([^/ ]+)\/due /.exec(line)?.[1] ?? []);
    const named = cardsIn({ acts });
    const isTold = acts.some((act) => toldActs.has(act.k));
    if (!isTold && dated.length === 0) return;
    const items = new Map<string, Item>();
    await inGroups([...new Set(isTold ? [...named, ...dated] : dated)], async (id) => {
      const item = readItem(await valueAt(`boards/${board}/cards/${id}`));
      if (item) items.set(id, item);
    });
    const [members, name, zone] = await Promise.all([
      valueAt(`boards/${board}/members`).then(readMembers),
      valueAt(`boards/${board}/board/board/name/v`),
      valueAt(`boards/${board}/board/board/zone/v`),
    ]);
    const facts: BoardFacts = {
      board,
      name: typeof name === "string" ? name : "",
      members,
      card: (id) => cardIn(items, id),
    };
    for (const { uid, comment, ...told } of followUps({ by, acts }, facts)) {
      if (ofPair.take(`${by} ${uid}`) > 0) continue;
      // Members choose the ids of comments: one may look like the key of an entry.
      const about = comment === undefined ? key : `comment:${comment}`;
      const id = `b-${hashOf(board, about, uid)}`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await notifier.notify({ uid, id, kind: "board", ...told, at });
    }
    for (const id of dated) {
      const item = items.get(id);
      if (item === undefined) continue;
      // oxlint-disable-next-line no-await-in-loop -- see above
      await due.plan(board, id, { item, zone: typeof zone === "string" ? zone : "UTC" });
    }
  }

  /** Another copy of the server may have come further. */
  async function raiseTold(root: string, to: number): Promise<void> {
    for (;;) {
      // oxlint-disable no-await-in-loop -- each try waits for the one before
      const { value, etag } = await backend.getValue(`${root}/told`);
      if (Number(value ?? 0) >= to) return;
      // A board that went meanwhile has none.
      if ((await valueAt(`${root}/seq`)) === null) return;
      if (await backend.putValue(`${root}/told`, to, etag)) return;
      // oxlint-enable no-await-in-loop
    }
  }

  /** Whatever comes while it is under way is followed after it. */
  function inTurn(board: string): Promise<void> {
    const running = underway.get(board);
    if (running) {
      running.asked += 1;
      return running.ended;
    }
    const mine = { asked: 1, ended: Promise.resolve() };
    underway.set(board, mine);
    mine.ended = followWhileAsked(board, mine).finally(() => underway.delete(board));
    return mine.ended;
  }

  async function followWhileAsked(board: string, turn: { asked: number }): Promise<void> {
    for (let done = 0; done < turn.asked && !life.signal.aborted;) {
      done = turn.asked;
      // oxlint-disable-next-line no-await-in-loop -- see above
      await follow(board);
    }
  }

  async function goOn(board: string): Promise<void> {
    try {
      await inTurn(board);
    } catch (error) {
      if (life.signal.aborted) return;
      log.warn({ err: error, board }, "what follows of a board's changes is done later");
      await jobs()
        .schedule("follow-board", { dueAt: new Date(now() + againMs), data: { board } })
        // The daily sweep finds it.
        .catch((cause: unknown) => log.error({ err: cause, board }, "nor could that be noted"));
    }
  }

  async function followAll(): Promise<void> {
    const boards = keysOf(await backend.getShallow("boards"));
    if (boards.length > mostAtStart) return;
    for (const board of boards) {
      if (life.signal.aborted) return;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await goOn(board);
    }
  }

  return {
    changed(board) {
      if (soon.has(board) || life.signal.aborted) return;
      const timer = setTimeout(() => {
        soon.delete(board);
        void goOn(board);
      }, debounceMs);
      soon.set(board, timer);
    },
    follow: inTurn,
    start() {
      atStart = followAll().catch((error: unknown) => {
        if (!life.signal.aborted) log.error({ err: error }, "boards could not be looked through");
      });
    },
    jobKinds: {
      "follow-board": {
        async run({ board }) {
          if (typeof board === "string") await inTurn(board);
        },
      },
    },
    async close() {
      life.abort();
      for (const timer of soon.values()) clearTimeout(timer);
      await atStart;
      await Promise.allSettled([...underway.values()].map(({ ended }) => ended));
    },
  };
}

function cardIn(items: ReadonlyMap<string, Item>, id: string) {
  const item = items.get(id);
  return item && cardOf(id, item);
}

function seqOf(key: string): number {
  return Number(key.slice(1));
}

function hashOf(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join(" ")).digest("hex").slice(0, 32);
}
