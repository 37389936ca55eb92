/** What is done to a published document beside its draft and its schedule: none of the three undoes it. */
import { afterAll, expect, test } from "vitest";
import type { PlainFields } from "#lib/firestore-value.ts";
import { ann, ben, openDesk, project, start } from "./testing/open-desk.ts";

const desk = await openDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const hour = 3_600_000;
const { acts, backend, clock } = desk;
const itemOf = (id: string) => ({ kind: "projects", id }) as const;
const storedOf = async (id: string) => (await backend.getDocument(`projects/${id}`))?.data;
const draftOf = async (id: string) => (await backend.getDocument(`drafts/projects_${id}`))?.data;
const draft = (id: string, fields: PlainFields = {}, rev = 1) =>
  desk.draft("projects", id, project({ slug: id, ...fields }), { rev });
const listed = async (id: string) => (await acts.list("projects")).find((item) => item.id === id);

async function publish(id: string, fields: PlainFields = {}): Promise<void> {
  await draft(id, fields);
  await acts.drafts.publish(itemOf(id), 1, ann);
}

async function schedule(id: string, fields: PlainFields): Promise<string> {
  await draft(id, fields);
  const at = new Date(clock.ms + hour).toISOString();
  await acts.schedules.schedule(itemOf(id), { rev: 1, at }, ann);
  return at;
}

async function passHours(count: number): Promise<void> {
  clock.ms += count * hour;
  await desk.jobs.runDue();
}

test("a tag for many goes into each text by itself: those of a draft stay there, and of two at once both are kept", async () => {
  await publish("tagged");
  await draft("tagged", { tags: ["Maps", "Secret client"] });
  await Promise.all(
    ["A", "B"].map((tag) => acts.bulk("projects", ["tagged"], { do: "tag", tag }, ann)),
  );
  expect((await storedOf("tagged"))?.["tags"]).toEqual(["Maps", "A", "B"]);
  expect(await draftOf("tagged")).toMatchObject({
    fields: { tags: ["Maps", "Secret client", "A", "B"] },
  });
});

test("place, prominence and tags given after scheduling are there when it is published, and its draft ends", async () => {
  await publish("atlas", { order: "a1" });
  await schedule("atlas", { order: "a1", title: "Atlas 2" });
  await acts.visibility.places("projects", new Map([["atlas", "a5"]]));
  await acts.visibility.featured(itemOf("atlas"), true);
  await acts.visibility.tag(itemOf("atlas"), "Late");
  await passHours(1);
  expect(await storedOf("atlas")).toMatchObject({
    title: "Atlas 2",
    order: "a5",
    featured: true,
    tags: ["Maps", "Late"],
  });
  expect(await draftOf("atlas")).toBeUndefined();
});

test("the place of what is scheduled and was never published is there when it is published, and its draft ends", async () => {
  await schedule("first-time", { order: "a1" });
  await acts.visibility.places("projects", new Map([["first-time", "a5"]]));
  expect(await listed("first-time")).toMatchObject({ state: "scheduled", order: "a5", rev: 2 });
  await passHours(1);
  expect(await storedOf("first-time")).toMatchObject({ title: "Atlas", order: "a5" });
  expect(await draftOf("first-time")).toBeUndefined();
});

test("what is written after scheduling and then placed stays a draft, and both texts have the place", async () => {
  await schedule("typed-on", { order: "a1" });
  await draft("typed-on", { order: "a1", title: "Half a sente" }, 2);
  await acts.visibility.places("projects", new Map([["typed-on", "a6"]]));
  await passHours(1);
  expect(await storedOf("typed-on")).toMatchObject({ title: "Atlas", order: "a6" });
  expect(await draftOf("typed-on")).toMatchObject({
    fields: { title: "Half a sente", order: "a6", tags: ["Maps"] },
  });
});

test("a version of before comes back with its words, not with its place", async () => {
  await publish("placed", { order: "b1" });
  await acts.visibility.places("projects", new Map([["placed", "b9"]]));
  const [version] = await desk.versions("projects", "placed");
  const { rev } = await acts.drafts.restore(itemOf("placed"), version!.id, ann);
  expect(await listed("placed")).toMatchObject({ order: "b9" });
  await acts.drafts.publish(itemOf("placed"), rev, ann);
  expect((await storedOf("placed"))?.["order"]).toBe("b9");
});

test("hundreds are placed in one commit, whether published, drafted or gone meanwhile", async () => {
  const ids = Array.from({ length: 300 }, (_, at) => `many-${at}`);
  await backend.commit(
    ids
      .slice(1)
      .map((id) => ({ set: `projects/${id}`, data: project({ slug: id, hidden: true }) })),
  );
  await draft("many-0");
  const places = new Map([...ids, "gone"].map((id, at) => [id, `c${String(at).padStart(3, "0")}`]));
  await acts.visibility.places("projects", places);
  const times = await Promise.all(
    ids.slice(1).map(async (id) => (await backend.getDocument(`projects/${id}`))?.updateTime),
  );
  expect(new Set(times).size).toBe(1);
  const order = (await acts.list("projects")).map(({ id }) => id).filter((id) => ids.includes(id));
  expect(order).toEqual(ids);
  await expect(acts.visibility.places("projects", new Map([["gone", "a"]]))).rejects.toMatchObject({
    status: 404,
  });
});

test("what waits for its time is cancelled before it is discarded, and ends with hiding", async () => {
  await publish("waiting");
  const at = await schedule("waiting", { title: "Not yet" });
  await expect(acts.drafts.discard(itemOf("waiting"), 1, ann)).rejects.toMatchObject({
    status: 409,
    code: "is-scheduled",
  });
  expect(await acts.visibility.hide(itemOf("waiting"), ben)).toEqual({ unscheduled: at, rev: 2 });
  expect(await listed("waiting")).toMatchObject({ isHidden: true, title: "Not yet" });
  await passHours(1);
  expect(await storedOf("waiting")).toMatchObject({ title: "Atlas", hidden: true });
  await acts.drafts.discard(itemOf("waiting"), 2, ann);
});

test("hiding ends a schedule of what is hidden already and of what was never published, and says how to take it back", async () => {
  await publish("hidden");
  await acts.visibility.hide(itemOf("hidden"), ann);
  const at = await schedule("hidden", { title: "Not yet" });
  expect(await acts.visibility.hide(itemOf("hidden"), ben)).toEqual({ unscheduled: at, rev: 1 });
  expect(await acts.visibility.hide(itemOf("hidden"), ben)).toEqual({});
  const again = await schedule("new", {});
  const { results, more } = await acts.bulk("projects", ["new"], { do: "hide" }, ben);
  expect([results, more]).toEqual([{ new: true }, { new: { unscheduled: again, rev: 1 } }]);
  await passHours(1);
  expect(await storedOf("hidden")).toMatchObject({ title: "Atlas", hidden: true });
  expect(await storedOf("new")).toBeUndefined();
  expect(await listed("new")).toMatchObject({ state: "draft" });
  await expect(acts.visibility.hide(itemOf("new"), ben)).rejects.toMatchObject({
    status: 409,
    code: "not-published",
  });
  const unscheduled = await desk.audit.list({ limit: 9, action: "content.unschedule" });
  expect(unscheduled.entries).toMatchObject([{ actor: "ben" }, { actor: "ben" }]);
});

test("a schedule that is cancelled says how to take that back", async () => {
  const at = await schedule("cancelled", {});
  const ended = await acts.schedules.unschedule(itemOf("cancelled"), ann);
  expect(ended).toEqual({ unscheduled: at, rev: 1 });
  await acts.schedules.schedule(itemOf("cancelled"), { rev: 1, at }, ann);
  await draft("cancelled", { title: "Half a sente" }, 2);
  expect(await acts.schedules.unschedule(itemOf("cancelled"), ann)).toEqual({ unscheduled: at });
});

test("hiding does not offer to schedule again what was written only after scheduling", async () => {
  await publish("half");
  const at = await schedule("half", { title: "Whole" });
  await draft("half", { title: "Half a sente" }, 2);
  expect(await acts.visibility.hide(itemOf("half"), ben)).toEqual({ unscheduled: at });
  await publish("whole");
  const again = await schedule("whole", { title: "Whole" });
  const { unscheduled, rev } = await acts.visibility.hide(itemOf("whole"), ben);
  expect([unscheduled, rev]).toEqual([again, 2]);
  await acts.visibility.show(itemOf("whole"), ben);
  await acts.schedules.schedule(itemOf("whole"), { rev: rev!, at: again }, ben);
  await passHours(1);
  expect(await storedOf("whole")).toMatchObject({ title: "Whole", hidden: false });
});

test("out of the trash it waits for its time again; one whose time is over is a draft", async () => {
  const at = await schedule("back", { title: "Back" });
  await acts.trash.delete(itemOf("back"), ann);
  expect(await acts.trash.untrash(itemOf("back"), ben)).toEqual({ publishAt: at });
  expect(await listed("back")).toMatchObject({ state: "scheduled", publishAt: at });
  await acts.trash.delete(itemOf("back"), ann);
  expect(await acts.trash.untrash(itemOf("back"), ben)).toEqual({ publishAt: at });
  await passHours(1);
  expect(await storedOf("back")).toMatchObject({ title: "Back" });
  expect(await draftOf("back")).toBeUndefined();
  await schedule("late", {});
  await acts.trash.delete(itemOf("late"), ann);
  await passHours(2);
  expect(await acts.trash.untrash(itemOf("late"), ben)).toEqual({});
  expect(await listed("late")).toMatchObject({ state: "draft" });
});

test("redirects that the server kept stay, whatever the clock of the admin's browser says", async () => {
  await publish("moving");
  const { updateTime = null } = (await backend.getDocument("site/redirects")) ?? {};
  const ahead = new Date(start + 1000 * hour).toISOString();
  const list = [{ from: "/x", to: "/about", permanent: true }];
  await desk.draft("site", "redirects", { list }, { createdAt: ahead, base: updateTime });
  await publish("moving", { slug: "moved" });
  await acts.drafts.publish({ kind: "site", id: "redirects" }, 1, ann);
  const kept = (await backend.getDocument("site/redirects"))?.data["list"];
  expect(kept).toMatchObject([{ from: "/x" }, { from: "/project/moving" }]);
  // Begun from a list that has it, one without it means so.
  const base = (await backend.getDocument("site/redirects"))?.updateTime ?? null;
  await desk.draft("site", "redirects", { list }, { base });
  await acts.drafts.publish({ kind: "site", id: "redirects" }, 1, ann);
  expect((await backend.getDocument("site/redirects"))?.data["list"]).toHaveLength(1);
  // The same when it is published at a set time.
  const began = (await backend.getDocument("site/redirects"))?.updateTime ?? null;
  await desk.draft("site", "redirects", { list }, { base: began });
  const at = new Date(clock.ms + hour).toISOString();
  await acts.schedules.schedule({ kind: "site", id: "redirects" }, { rev: 1, at }, ann);
  await publish("moving", { slug: "moved-on" });
  await passHours(1);
  expect((await backend.getDocument("site/redirects"))?.data["list"]).toHaveLength(2);
});

test("what cannot be reached however often it is tried says so in the end", async () => {
  await schedule("tried", {});
  let count = 0;
  // Somebody writes it at the same moment each time.
  const { jobs: other } = desk.reopen((port) => ({
    ...port,
    commit: async (writes) => {
      const isPublishing = writes.some((write) => "set" in write && write.set === "projects/tried");
      if (isPublishing) await draft("tried", { title: `Now ${(count += 1)}` });
      return port.commit(writes);
    },
  }));
  const tryTimes = async (times: number) => {
    for (; times > 0; times -= 1) {
      clock.ms += 2 * hour;
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await other.runDue();
    }
  };
  await tryTimes(7);
  expect((await listed("tried"))?.scheduleProblem).toBeUndefined();
  await tryTimes(1);
  expect(count).toBe(8);
  expect((await listed("tried"))?.scheduleProblem).toMatch(/tried several times/);
  await other.close();
});

test("what ends the process each time that it is tried says so, too", async () => {
  await schedule("deadly", {});
  const jobId = (await backend.getDocument("schedules/projects_deadly"))?.data["jobId"] as string;
  await backend.commit([{ update: `jobs/${jobId}`, data: { attempt: 8 } }]);
  await passHours(1);
  expect(await listed("deadly")).toMatchObject({
    state: "scheduled",
    scheduleProblem: expect.stringMatching(/tried several times/),
  });
});
