/**
 * Publishing later. What is published is what was there when it was scheduled, kept as a version: what somebody writes
 * into the draft afterwards stays a draft. A job does it, once. docs/publishing.md
 */
import { schedulePath } from "#lib/content/draft.ts";
import type { Schedule } from "#lib/content/draft.ts";
import type { ActNote } from "#lib/content/item.ts";
import type { Write } from "#lib/server-backend.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { JobKind } from "../jobs/jobs.ts";
import { ContentError, changedMeanwhile, notThere } from "./content-error.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { isContentId, contentKinds } from "#lib/content/kinds.ts";
import type { StoredDraft, StoredSchedule } from "./content-store.ts";
import { putContent, readyFields } from "./put-content.ts";
import { afterwards, commitContent, keyOf, recordContentAct } from "./site-facts.ts";
import type { Item, Publishing } from "./site-facts.ts";
import type { Actor } from "./versions.ts";

export const publishKind = "publish-content";
/** Over some hours. */
const maxAttempts = 8;
const sentences = {
  cannot: "It was tried several times and did not work. Publish it now, or choose another time.",
};
const furthestMs = 2 * 366 * 24 * 3_600_000;
/** The clock of whoever schedules may be a little behind. */
const soonestMs = -60_000;

export type ScheduleActs = ReturnType<typeof createScheduleActs>;

export function createScheduleActs(publishing: Publishing) {
  const { backend, store, versions, inTurn, now, log } = publishing;

  return {
    schedule: (
      item: Item,
      { rev, at }: { rev: number; at: string },
      actor: Actor,
    ): Promise<{ publishAt: string }> =>
      inTurn(keyOf(item), async () => {
        const { kind, id } = item;
        const time = Date.parse(at);
        if (!(time >= now() + soonestMs && time <= now() + furthestMs)) {
          throw new ContentError(400, "bad-time", "Choose a time from now on, within two years.");
        }
        const [draft, before] = await Promise.all([
          store.draft(kind, id),
          store.schedule(kind, id),
        ]);
        if (draft === null || draft.rev !== rev) throw changedMeanwhile();
        const fields = await readyFields(publishing, {
          item,
          fields: draft.fields,
          conflicts: draft.conflicts,
        });
        const publishAt = new Date(time).toISOString();
        const details = { at: publishAt };
        const act = { actor, action: "content.schedule" as const, item, fields, details };
        await recordContentAct(publishing, act, async () => {
          // As it was written: addresses of draft files become public when it is published.
          const kept = await versions.prepare(kind, id, [
            { fields: draft.fields, why: "saved", actor },
          ]);
          const write = await scheduleWrite(publishing, item, before, {
            rev,
            at: publishAt,
            by: actor.uid,
            byName: actor.name,
            versionId: kept.ids[0] ?? "",
          });
          await commitContent(publishing, [...kept.writes, write]);
        });
        if (before !== null) await cancelJob(publishing, item, before);
        return { publishAt };
      }),

    unschedule: (item: Item, actor: Actor): Promise<Unscheduled> =>
      inTurn(keyOf(item), async () => {
        const schedule = await store.schedule(item.kind, item.id);
        if (schedule === null) throw notThere();
        return endSchedule(publishing, item, schedule, actor);
      }),

    job: {
      maxAttempts,
      async run(data, { jobId }) {
        const item = itemOf(data);
        if (item === undefined) return { done: false };
        const { kind, id } = item;
        return inTurn(keyOf(item), async () => {
          const schedule = await store.schedule(kind, id);
          // Cancelled, moved to another time, or done by a run that the end of the process broke off.
          if (schedule === null || schedule.jobId !== jobId) return { done: false };
          const [fields, draft, published] = await Promise.all([
            versions.get(kind, id, schedule.versionId),
            store.draft(kind, id),
            store.published(kind, id),
          ]);
          const actor = { uid: schedule.by, name: schedule.byName };
          const end: Write = {
            delete: schedule.path,
            when: { updateTime: schedule.updateTime },
          };
          try {
            if (fields === null) throw notThere();
            const isUnchanged = draft !== null && draft.rev === schedule.rev;
            await putContent(publishing, {
              item,
              fields,
              conflicts: isUnchanged ? draft.conflicts : [],
              published,
              actor,
              action: "content.publish",
              why: "published",
              details: { scheduled: schedule.at },
              // The one that was scheduled, whatever was written into it since.
              ...(draft !== null && { draftedFrom: draft.base }),
              writes: [
                end,
                ...(isUnchanged
                  ? [{ delete: draft.path, when: { updateTime: draft.updateTime } }]
                  : []),
              ],
            });
            return { done: true };
          } catch (error) {
            const isFinal = error instanceof ContentError && error.status !== 409;
            // Tried again, it finds what is there then.
            if (!isFinal) throw error;
            log.warn({ kind, id, code: error.code }, "what was scheduled could not be published");
            await tellProblem(schedule, error.message.slice(0, 300));
            return { done: false, problem: error.message };
          }
        });
      },
      async givenUp(data, _error, { jobId }) {
        const item = itemOf(data);
        if (item === undefined) return;
        await inTurn(keyOf(item), async () => {
          const schedule = await store.schedule(item.kind, item.id);
          if (schedule?.jobId === jobId) await tellProblem(schedule, sentences.cannot);
        });
      },
    } satisfies JobKind,
  };

  async function tellProblem({ path, updateTime }: StoredSchedule, problem: string): Promise<void> {
    try {
      await backend.commit([{ update: path, data: { problem }, when: { updateTime } }]);
    } catch (failure) {
      // Somebody has just changed or cancelled it.
      if (!isConflict(failure)) throw failure;
    }
  }
}

export type Unscheduled = Pick<ActNote, "unscheduled" | "rev">;

/** In the item's turn. @throws ContentError; BackendError */
export async function endSchedule(
  publishing: Publishing,
  item: Item,
  schedule: StoredSchedule,
  actor: Actor,
): Promise<Unscheduled> {
  const { store, versions } = publishing;
  const [draft, scheduled] = await Promise.all([
    store.draft(item.kind, item.id),
    versions.get(item.kind, item.id, schedule.versionId),
  ]);
  const fields = scheduled ?? {};
  const act = { actor, action: "content.unschedule" as const, item, fields };
  await recordContentAct(publishing, act, async () => {
    await commitContent(publishing, [
      { delete: schedule.path, when: { updateTime: schedule.updateTime } },
    ]);
  });
  await cancelJob(publishing, item, schedule);
  return endedBy(schedule, draft);
}

/** Once the schedule is gone: the job would do nothing without it. Never rejects. */
export function cancelJob(
  publishing: Publishing,
  item: Item,
  { jobId }: Pick<StoredSchedule, "jobId">,
): Promise<void> {
  return afterwards(publishing, item, () => publishing.jobs().cancel(jobId));
}

/** @param draft as it was when the schedule ended @param saves of the server in the same commit */
export function endedBy(
  schedule: StoredSchedule,
  draft: StoredDraft | null,
  saves = 0,
): Unscheduled {
  const isOfDraft = draft?.rev === schedule.rev;
  return { unscheduled: schedule.at, ...(isOfDraft && { rev: schedule.rev + saves }) };
}

/**
 * What makes it come: its job, which is stored at once, and the schedule, to be committed. In this order: without a
 * schedule that names it the job does nothing, a schedule without a job would never come.
 */
export async function scheduleWrite(
  { jobs, newId }: Pick<Publishing, "jobs" | "newId">,
  { kind, id }: Item,
  before: StoredSchedule | null,
  schedule: Pick<Schedule, "rev" | "at" | "by" | "byName" | "versionId">,
): Promise<Write> {
  const jobId = `publish-${kind}_${id}-${newId().slice(0, 12)}`;
  const dueAt = new Date(schedule.at);
  await jobs().schedule(publishKind, { id: jobId, dueAt, data: { kind, id } });
  const data: Schedule = { ...schedule, kind, docId: id, jobId, problem: null };
  const when = before === null ? { exists: false } : { updateTime: before.updateTime };
  return { set: schedulePath(kind, id), data, when };
}

/** Of a job; undefined for what no version of the site has written. */
export function itemOf(data: Record<string, unknown>): Item | undefined {
  const kind = contentKinds.find((one): one is ContentKind => one === data["kind"]);
  const { id } = data;
  return kind !== undefined && typeof id === "string" && isContentId(kind, id)
    ? { kind, id }
    : undefined;
}
