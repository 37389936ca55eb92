import { expect, test } from "vitest";
import { ann, ben, openDesk, project, start } from "./testing/open-desk.ts";

const atlas = { kind: "projects", id: "atlas" } as const;
const hour = 3_600_000;
const at = new Date(start + hour).toISOString();
type Desk = Awaited<ReturnType<typeof openDesk>>;

const titles = async (desk: Desk) =>
  (await desk.backend.publicData()).projects.map(({ title }) => title);
const published = async (desk: Desk) =>
  (await desk.versions("projects", "atlas")).filter(({ data }) => data["why"] === "published");

test("it is published when its time has come, once, whoever looks then", async () => {
  await using desk = await openDesk();
  await desk.draft("projects", "atlas", project());
  await desk.acts.schedules.schedule(atlas, { rev: 1, at }, ann);
  expect(await desk.acts.list("projects")).toMatchObject([{ state: "scheduled", publishAt: at }]);
  desk.clock.ms = start + hour - 1;
  await desk.jobs.runDue();
  expect(await titles(desk)).toEqual([]);
  desk.clock.ms = start + hour;
  const other = desk.reopen();
  await Promise.all([desk.jobs.runDue(), other.jobs.runDue()]);
  await other.jobs.close();
  expect(await titles(desk)).toEqual(["Atlas"]);
  expect(await published(desk)).toHaveLength(1);
  expect(await desk.acts.list("projects")).toMatchObject([{ state: "published" }]);
  const { entries } = await desk.audit.list({ limit: 9, action: "content.publish" });
  expect(entries).toMatchObject([{ actor: "ann", details: { scheduled: at } }]);
});

test("a run that is done again, after the process died behind its commit, publishes nothing more", async () => {
  await using desk = await openDesk();
  await desk.draft("projects", "atlas", project());
  await desk.acts.schedules.schedule(atlas, { rev: 1, at }, ann);
  const schedule = await desk.backend.getDocument("schedules/projects_atlas");
  const jobId = schedule?.data["jobId"] as string;
  const context = { signal: new AbortController().signal, jobId, attempt: 1 };
  const job = desk.acts.jobKinds["publish-content"]!;
  desk.clock.ms = start + hour;
  expect(await job.run({ ...atlas }, context)).toEqual({ done: true });
  await desk.draft("projects", "atlas", project({ title: "Later" }));
  expect(await job.run({ ...atlas }, context)).toEqual({ done: false });
  expect(await titles(desk)).toEqual(["Atlas"]);
});

test("what is written afterwards stays a draft: published is what was scheduled, with its pictures", async () => {
  await using desk = await openDesk();
  const cover = await desk.upload("projects", "atlas", "map.jpg");
  await desk.draft("projects", "atlas", project({ cover }));
  await desk.acts.schedules.schedule(atlas, { rev: 1, at }, ann);
  await desk.draft("projects", "atlas", project({ cover, title: "Half a sente" }), { rev: 2 });
  desk.clock.ms = start + hour;
  await desk.jobs.runDue();
  expect(await titles(desk)).toEqual(["Atlas"]);
  expect(await desk.acts.list("projects")).toMatchObject([
    { state: "changed", title: "Half a sente", rev: 2 },
  ]);
  // The draft shows it by its own address still.
  expect(await desk.names("drafts", "projects", "atlas")).toHaveLength(1);
  expect(await desk.names("public", "projects", "atlas")).toHaveLength(1);
});

test("cancelled or moved, it does not come at the first time, whoever is faster", async () => {
  await using desk = await openDesk();
  await desk.draft("projects", "atlas", project());
  await desk.acts.schedules.schedule(atlas, { rev: 1, at }, ann);
  const later = new Date(start + 2 * hour).toISOString();
  await desk.acts.schedules.schedule(atlas, { rev: 1, at: later }, ben);
  desk.clock.ms = start + hour;
  await desk.jobs.runDue();
  expect(await titles(desk)).toEqual([]);
  await desk.acts.schedules.unschedule(atlas, ben);
  desk.clock.ms = start + 3 * hour;
  await desk.jobs.runDue();
  expect(await titles(desk)).toEqual([]);
  expect(await desk.acts.list("projects")).toMatchObject([{ state: "draft" }]);
  await desk.acts.schedules.schedule(
    atlas,
    { rev: 1, at: new Date(desk.clock.ms).toISOString() },
    ann,
  );
  const race = await Promise.allSettled([
    desk.jobs.runDue(),
    desk.acts.schedules.unschedule(atlas, ben),
  ]);
  const isCancelled = race[1].status === "fulfilled";
  expect(await titles(desk)).toEqual(isCancelled ? [] : ["Atlas"]);
});

test("what cannot be published when its time has come stays scheduled and says why", async () => {
  await using desk = await openDesk();
  const cover = await desk.upload("projects", "atlas", "map.jpg");
  await desk.draft("projects", "atlas", project({ cover }));
  await desk.acts.schedules.schedule(atlas, { rev: 1, at }, ann);
  await desk.draft("projects", "other", project());
  await expect(
    desk.acts.drafts.publish({ kind: "projects", id: "other" }, 1, ann),
  ).rejects.toMatchObject({ problems: [{ path: "slug" }] });
  await desk.backend.deleteObject("drafts/projects/atlas/x1/map.jpg");
  desk.clock.ms = start + hour;
  await desk.jobs.runDue();
  expect(await titles(desk)).toEqual([]);
  const items = await desk.acts.list("projects");
  expect(items.find(({ id }) => id === "atlas")).toMatchObject({
    state: "scheduled",
    scheduleProblem: "This file is not there any more. Upload it again.",
  });
});

test("only what is ready is scheduled, and only for a time to come", async () => {
  await using desk = await openDesk();
  await desk.draft("projects", "atlas", project({ title: "" }));
  const { schedule } = desk.acts.schedules;
  await expect(schedule(atlas, { rev: 1, at }, ann)).rejects.toMatchObject({ code: "not-ready" });
  const past = new Date(start - hour).toISOString();
  await expect(schedule(atlas, { rev: 1, at: past }, ann)).rejects.toMatchObject({ status: 400 });
  const far = new Date(start + 5 * 366 * 24 * hour).toISOString();
  await expect(schedule(atlas, { rev: 1, at: far }, ann)).rejects.toMatchObject({ status: 400 });
});
