/** An act on many documents, and its way back: in parts that the server has done before a browser gives up waiting. */
import { ApiError } from "#app/live/api.ts";
import type { BulkAct, BulkNotes, BulkResults, ContentItem } from "#lib/content/item.ts";
import { failedSaid, isDone, schedulesBack, undoneSaid } from "./bulk-words.ts";
import type { Failed, UndoPlan } from "./bulk-words.ts";
import { sentenceOf } from "./content-api.ts";
import { isPast } from "./schedule-back.ts";

/** Few enough to say how far it is, and to stop. */
export const actsAtOnce = 20;

export type BulkAsked = { ids: readonly string[]; act: BulkAct; tag?: string };

export type BulkDesk = {
  ask: (body: BulkAsked) => Promise<{ results: BulkResults; more: BulkNotes }>;
  schedule: (body: { id: string; rev: number; at: string }) => Promise<unknown>;
  /** All there are now. */
  look: () => Promise<readonly ContentItem[]>;
  /** As they were before the act. */
  before: ReadonlyMap<string, ContentItem>;
  onProgress: (done: number, of: number) => void;
  /** Ends it after the part that is being done. */
  signal: AbortSignal;
  /** Milliseconds since 1970. */
  now: () => number;
};

export type BulkOutcome = {
  done: readonly string[];
  failed: readonly Failed[];
  /** Not asked for, because somebody stopped it. */
  left: readonly string[];
  /** Of the failed ones those that are perhaps done: the answer was lost. */
  unheard: readonly string[];
  notes: BulkNotes;
};

export function titleAt({ before }: Pick<BulkDesk, "before">): (id: string) => string {
  return (id) => before.get(id)?.title || "Untitled";
}

/**
 * Never rejects: what was done before it failed was done.
 * @param unheard of an earlier try: looked at before they are asked for again
 */
export async function runBulk(
  asked: BulkAsked,
  desk: BulkDesk,
  unheard: readonly string[] = [],
): Promise<BulkOutcome> {
  const results: BulkResults = {};
  const notes: BulkNotes = {};
  let unsure = unheard;
  let open = asked.ids;
  let part: readonly string[] = [];

  async function settle(): Promise<void> {
    const now = new Map((await desk.look()).map((item) => [item.id, item]));
    for (const id of unsure) {
      const [was, is] = [desk.before.get(id), now.get(id)];
      if (!isDone(asked.act, was, is, asked.tag)) continue;
      results[id] = true;
      const { publishAt } = was ?? {};
      const hasEnded = asked.act === "hide" && publishAt !== undefined;
      if (hasEnded) notes[id] = { unscheduled: publishAt };
    }
    const done = unsure.filter((id) => results[id] === true);
    unsure = without(unsure, done);
    open = without(open, done);
  }

  try {
    if (unsure.length > 0) await settle();
    const of = open.length;
    while (open.length > 0 && !desk.signal.aborted) {
      desk.onProgress(of - open.length, of);
      part = open.slice(0, actsAtOnce);
      unsure = [...new Set([...unsure, ...part])];
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      const answer = await desk.ask({ ...asked, ids: part });
      Object.assign(results, answer.results);
      Object.assign(notes, answer.more);
      unsure = without(unsure, part);
      open = without(open, part);
    }
  } catch (error) {
    if (isAnswer(error)) unsure = without(unsure, part);
    // Also without an answer it may have been done.
    if (unsure.length > 0) await settle().catch(() => {});
    const sentence = sentenceOf(error);
    for (const id of open) results[id] = sentence;
  }
  const failed = asked.ids.flatMap((id): Failed[] => {
    const result = results[id];
    return typeof result === "string" ? [{ id, sentence: result }] : [];
  });
  const done = asked.ids.filter((id) => results[id] === true);
  const left = asked.ids.filter((id) => results[id] === undefined);
  return { done, failed, left, unheard: unsure, notes };
}

function without(ids: readonly string[], some: readonly string[]): readonly string[] {
  const gone = new Set(some);
  return ids.filter((id) => !gone.has(id));
}

/** The server said that it did nothing of it. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** What is said of it; or what is in the way, and what is left to try again. */
export type UndoOutcome = { said: string } | { problem: string; rest: UndoPlan };

/** Never rejects. */
export async function runUndo(plan: UndoPlan, desk: BulkDesk): Promise<UndoOutcome> {
  const { act } = plan;
  const outcome = await runBulk({ ids: plan.ids, act }, desk, plan.unheard);
  const ended = act === "hide" ? schedulesBack(outcome.notes, desk.now()) : [];
  const waiting = [...plan.schedules, ...ended];
  const failed = [...outcome.failed];
  const isOpen = new Set([...outcome.left, ...failed.map(({ id }) => id)]);
  const all = plan.ids.length + waiting.length;
  let count = plan.ids.length;
  let past = 0;
  for (const back of waiting) {
    if (isOpen.has(back.id)) continue;
    if (desk.signal.aborted) {
      isOpen.add(back.id);
      continue;
    }
    desk.onProgress(count, all);
    count += 1;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await desk.schedule(back);
    } catch (error) {
      if (isPast(error)) {
        past += 1;
        continue;
      }
      isOpen.add(back.id);
      failed.push({ id: back.id, sentence: sentenceOf(error) });
    }
  }
  const unscheduled = Object.values(outcome.notes).filter((note) => note.unscheduled !== undefined);
  const notBack = plan.notBack + past + (act === "hide" ? unscheduled.length - ended.length : 0);
  if (isOpen.size === 0) return { said: undoneSaid({ notBack }, outcome.notes) };
  const done = new Set(outcome.done);
  const rest: UndoPlan = {
    ...plan,
    ids: plan.ids.filter((id) => !done.has(id)),
    schedules: waiting.filter(({ id }) => isOpen.has(id)),
    notBack,
    unheard: outcome.unheard,
  };
  const problem =
    failed.length > 0
      ? `Not all of it was undone. ${failedSaid(failed, titleAt(desk))}`
      : `Stopped before all of it was undone: ${isOpen.size} left.`;
  return { problem, rest };
}
