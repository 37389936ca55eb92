/** What follows the commit of an act may fail: the act is done, and says so. */
import { expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { openSite } from "../../tests/support/site.ts";
import { ann, openDesk, project, start } from "./testing/open-desk.ts";

const atlas = { kind: "projects", id: "atlas" } as const;
const hour = 3_600_000;
const at = new Date(start + hour).toISOString();
const later = new Date(start + 2 * hour).toISOString();

/** A desk whose backend loses its connection to jobs and to what visitors see. */
async function openFaulty() {
  const site = await openSite();
  const { serverBackend } = site;
  let isFaulty = false;
  const faulty: ServerBackend = {
    ...serverBackend,
    async commit(writes) {
      const isOfJob = writes.some((one) => "delete" in one && one.delete.startsWith("jobs/"));
      if (isFaulty && isOfJob) throw new Error("No connection.");
      return serverBackend.commit(writes);
    },
    async publicData() {
      if (isFaulty) throw new Error("No connection.");
      return serverBackend.publicData();
    },
  };
  const desk = await openDesk({ site, serverBackend: faulty });
  return {
    ...desk,
    break: () => (isFaulty = true),
    mend: () => (isFaulty = false),
    failures: async () => {
      const { entries } = await desk.audit.list({ limit: 20 });
      return entries.filter(({ details }) => "failed" in details);
    },
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

test("hiding is done and takes its schedule back, although the job stays and the look at the content fails", async () => {
  await using desk = await openFaulty();
  await desk.draft("projects", "atlas", project());
  await desk.acts.drafts.publish(atlas, 1, ann);
  await desk.draft("projects", "atlas", project({ title: "Later" }));
  await desk.acts.schedules.schedule(atlas, { rev: 1, at }, ann);
  desk.break();
  expect(await desk.acts.visibility.hide(atlas, ann)).toEqual({ unscheduled: at, rev: 2 });
  desk.mend();
  expect(await desk.failures()).toEqual([]);
  desk.clock.ms = start + 2 * hour;
  await desk.jobs.runDue();
  expect((await desk.backend.publicData()).projects).toEqual([]);
});

test("a schedule is moved and taken back, although the job of before stays", async () => {
  await using desk = await openFaulty();
  await desk.draft("projects", "atlas", project());
  await desk.acts.schedules.schedule(atlas, { rev: 1, at }, ann);
  desk.break();
  const moved = await desk.acts.schedules.schedule(atlas, { rev: 1, at: later }, ann);
  expect(moved).toEqual({ publishAt: later });
  expect(await desk.acts.schedules.unschedule(atlas, ann)).toEqual({ unscheduled: later, rev: 1 });
  desk.mend();
  expect(await desk.failures()).toEqual([]);
  desk.clock.ms = start + 3 * hour;
  await desk.jobs.runDue();
  expect((await desk.backend.publicData()).projects).toEqual([]);
});
