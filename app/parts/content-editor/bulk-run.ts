/** An act on many documents, and its way back: in parts that the server has done before a browser gives up waiting. */
import type { BulkAct, BulkNotes, BulkResults } from "#lib/content/item.ts";
import { failedSaid, schedulesBack, undoneSaid } from "./bulk-words.ts";
import type { Failed, UndoPlan } from "./bulk-words.ts";
import { sentenceOf } from "./content-api.ts";

/** Few enough to say how far it is, and to stop. */
export const actsAtOnce = 20;

export type BulkAsked = { ids: readonly string[]; act: BulkAct; tag?: string };

export type BulkDesk = {
  ask: (body: BulkAsked) => Promise<{ results: BulkResults; more: BulkNotes }>;
  schedule: (body: { id: string; rev: number; at: string }) => Promise<unknown>;
  titleOf: (id: string) => string;
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
  notes: BulkNotes;
};

/** Never rejects: what was done before it failed was done. */
export async function runBulk(asked: BulkAsked, desk: BulkDesk): Promise<BulkOutcome> {
  const { ids } = asked;
  const results: BulkResults = {};
  const notes: BulkNotes = {};
  let at = 0;
  try {
    for (; at < ids.length && !desk.signal.aborted; at += actsAtOnce) {
      desk.onProgress(at, ids.length);
      // oxlint-disable-next-line no-await-in-loop -- one part after the other
      const answer = await desk.ask({ ...asked, ids: ids.slice(at, at + actsAtOnce) });
      Object.assign(results, answer.results);
      Object.assign(notes, answer.more);
    }
  } catch (error) {
    const sentence = sentenceOf(error);
    for (const id of ids.slice(at)) results[id] = sentence;
  }
  const failed = ids.flatMap((id): Failed[] => {
    const result = results[id];
    return typeof result === "string" ? [{ id, sentence: result }] : [];
  });
  const done = ids.filter((id) => results[id] === true);
  return { done, failed, left: ids.filter((id) => results[id] === undefined), notes };
}

/** What is said of it; or what is in the way, and what is left to try again. */
export type UndoOutcome = { said: string } | { problem: string; rest: UndoPlan };

/** Never rejects. */
export async function runUndo(plan: UndoPlan, desk: BulkDesk): Promise<UndoOutcome> {
  const { act } = plan;
  const outcome = await runBulk({ ids: plan.ids, act }, desk);
  const ended = act === "hide" ? schedulesBack(outcome.notes, desk.now()) : [];
  const waiting = [...plan.schedules, ...ended];
  const failed = [...outcome.failed];
  const isOpen = new Set([...outcome.left, ...failed.map(({ id }) => id)]);
  const all = plan.ids.length + waiting.length;
  let count = plan.ids.length;
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
      isOpen.add(back.id);
      failed.push({ id: back.id, sentence: sentenceOf(error) });
    }
  }
  const unscheduled = Object.values(outcome.notes).filter((note) => note.unscheduled !== undefined);
  const notBack = plan.notBack + (act === "hide" ? unscheduled.length - ended.length : 0);
  if (isOpen.size === 0) return { said: undoneSaid({ notBack }, outcome.notes) };
  const done = new Set(outcome.done);
  const rest: UndoPlan = {
    ...plan,
    ids: plan.ids.filter((id) => !done.has(id)),
    schedules: waiting.filter(({ id }) => isOpen.has(id)),
    notBack,
  };
  const problem =
    failed.length > 0
      ? `Not all of it was undone. ${failedSaid(failed, desk.titleOf)}`
      : `Stopped before all of it was undone: ${isOpen.size} left.`;
  return { problem, rest };
}
