/**
 * What is due on boards, told to the people of the card. Each instant of the next two days has a job whose name is made
 * of board, card, date and instant: planned again it is the same, another date has another. docs/boards.md
 */
import { createHash } from "node:crypto";
import { type Card, cardOf } from "#lib/boards/board-items.ts";
import { boardPath, cardName } from "#lib/boards/follow-up.ts";
import { readMembers } from "#lib/boards/roles.ts";
import { fixedWords } from "#lib/dates/date-words.ts";
import { instantOf, isLocal } from "#lib/dates/floating.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { type Item, readItem } from "#lib/records/register.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds, Jobs } from "../jobs/jobs.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Notifier } from "../notifications/notify.ts";

const hourMs = 3_600_000;
/** The sweep plans each day. */
const aheadMs = 48 * hourMs;
/** Of a server that stood still. */
const backMs = 24 * hourMs;
/** Of one board: each is a job that is kept for a month. The sweep plans the rest. */
const planning = { burst: 500, perMinute: 2 };
/** On its day, in the board's time. */
const morning = "T09:00";

export type BoardDue = {
  /** What is near of one card. @param zone the board's. @throws BackendError */
  plan(board: string, id: string, card: { item: Item; zone: string }): Promise<void>;
  jobKinds: JobKinds;
};

export function createBoardDue(deps: {
  backend: Pick<ServerBackend, "getValue">;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule" | "get">;
  notifier: Pick<Notifier, "notify">;
  /** Milliseconds since 1970. */
  now: () => number;
}): BoardDue {
  const { backend, jobs, notifier, now } = deps;
  const ofBoard = createRateLimit({ ...planning, now });
  const valueAt = async (path: string) => (await backend.getValue(path)).value;

  async function tell({ board, card: id, due, at }: PlainFields): Promise<PlainFields> {
    if (typeof board !== "string" || typeof id !== "string" || typeof at !== "number") {
      return { end: "gone" };
    }
    const item = readItem(await valueAt(`boards/${board}/cards/${id}`));
    const card = item && cardOf(id, item);
    if (card === undefined || card.due !== due || !isWanted(card)) return { end: "not wanted" };
    const [members, name] = await Promise.all([
      valueAt(`boards/${board}/members`).then(readMembers),
      valueAt(`boards/${board}/board/board/name/v`),
    ]);
    const people = card.people.filter((uid) => members.has(uid));
    for (const uid of people) {
      // oxlint-disable-next-line no-await-in-loop -- few
      await notifier.notify({
        uid,
        id: `bd-${hashOf(board, id, due, at, uid)}`,
        kind: "board",
        title: cardName(card),
        text: `Due ${fixedWords(card.due)} · ${typeof name === "string" ? name : ""}`,
        path: boardPath(board, id),
        at,
      });
    }
    return { told: people.length };
  }

  return {
    async plan(board, id, { item, zone }) {
      const card = cardOf(id, item);
      if (card === undefined || card.due === "" || !isWanted(card)) return;
      const setMs = (item.registers["due"]?.t ?? 0) / 1000;
      const near = instantsOf(card, zone).filter(
        // What is past when somebody writes it down is no news.
        (at) => at > setMs && at > now() - backMs && at <= now() + aheadMs,
      );
      for (const at of near) {
        const job = `board-due-${hashOf(board, id, card.due, at)}`;
        // oxlint-disable-next-line no-await-in-loop -- two at most
        if ((await jobs().get(job)) !== null) continue;
        if (ofBoard.take(board) > 0) return;
        const data = { board, card: id, due: card.due, at };
        // oxlint-disable-next-line no-await-in-loop -- see above
        await jobs().schedule("board-due", { id: job, dueAt: new Date(at), data });
      }
    },
    jobKinds: { "board-due": { run: tell } },
  };
}

function isWanted({ isGone, isArchived, isDone }: Card): boolean {
  return !isGone && !isArchived && !isDone;
}

/** A date: that morning. With a time: a day before, and an hour. */
function instantsOf({ due, zone }: Card, ofBoard: string): number[] {
  if (!isLocal(due)) return [];
  if (!due.includes("T")) return [instantOf(`${due}${morning}`, ofBoard).getTime()];
  const at = instantOf(due, zone || ofBoard).getTime();
  return [at - 24 * hourMs, at - hourMs];
}

function hashOf(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
