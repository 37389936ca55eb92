import { expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createJobs } from "./jobs.ts";
import type { JobKinds } from "./jobs.ts";
import { createJobsSweep } from "./sweep-jobs.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");
const second = 1000;
const day = 86_400_000;

/** Copies of the server that share data and clock. */
function openCopy(site: Site, clock: { ms: number }, kinds: JobKinds, more: object = {}) {
  const { log, entries } = recordingLog();
  const jobs = createJobs({
    backend: site.serverBackend,
    log,
    now: () => clock.ms,
    newId: () => crypto.randomUUID(),
    kinds,
    random: () => 0.5,
    graceMs: 0,
    ...more,
  });
  return { ...jobs, entries };
}

const at = (ms: number) => new Date(ms);

test("a job runs when it is due, once, and what it gave stays to be seen", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const seen: unknown[] = [];
  const kinds: JobKinds = {
    greet: {
      async run(data, { jobId, attempt }) {
        seen.push([data, jobId, attempt]);
        return { said: "hello" };
      },
    },
  };
  const jobs = openCopy(site, clock, kinds);
  const job = { id: "greet-ann", dueAt: at(start + 5 * second), data: { name: "Ann" } };
  expect(await jobs.schedule("greet", job)).toBe("greet-ann");
  await jobs.runDue();
  expect(seen).toEqual([]);
  clock.ms += 5 * second;
  await jobs.schedule("greet", { ...job, data: { name: "Ben" } });
  await jobs.runDue();
  await jobs.runDue();
  expect(seen).toEqual([[{ name: "Ann" }, "greet-ann", 1]]);
  expect(await jobs.get("greet-ann")).toMatchObject({
    state: "done",
    dueAt: null,
    attempt: 1,
    error: null,
    result: { said: "hello" },
    finishedAt: "2026-03-01T12:00:05.000Z",
  });
  expect(await jobs.retry("greet-ann")).toBe(false);
  expect(await jobs.cancel("greet-ann")).toBe(false);
});

test("what has not begun can be called off, and then be asked for anew", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  let runs = 0;
  const jobs = openCopy(site, clock, { count: { run: async () => void (runs += 1) } });
  const job = { id: "a", dueAt: at(start), data: {} };
  await jobs.schedule("count", job);
  expect([await jobs.cancel("a"), await jobs.cancel("a"), await jobs.cancel("b")]).toEqual([
    true,
    false,
    false,
  ]);
  await jobs.runDue();
  expect(runs).toBe(0);
  await jobs.schedule("count", job);
  await jobs.runDue();
  expect(runs).toBe(1);
  await expect(jobs.schedule("unknown", job)).rejects.toThrow("no kind of job");
  await expect(jobs.schedule("count", { ...job, id: "a/b" })).rejects.toThrow(
    "cannot be a job's id",
  );
  const much = { text: "x".repeat(50_000) };
  await expect(jobs.schedule("count", { ...job, data: much })).rejects.toThrow("at most 50000");
});

test("what fails is tried again later and later, then stays with its error until somebody asks again", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const attempts: number[] = [];
  let isMended = false;
  const kinds: JobKinds = {
    send: {
      maxAttempts: 3,
      async run() {
        if (!isMended) attempts.push((clock.ms - start) / second);
        if (!isMended) throw new Error("No way there.");
      },
    },
  };
  const jobs = openCopy(site, clock, kinds);
  await jobs.schedule("send", { id: "a", dueAt: at(start), data: {} });
  for (; clock.ms < start + 100 * second; clock.ms += second) await jobs.runDue();
  expect(attempts).toEqual([0, 10, 50]);
  const failed = { state: "failed", error: "Error: No way there.", attempt: 3 };
  expect(await jobs.get("a")).toMatchObject(failed);
  expect((await jobs.list({ state: "failed", limit: 10 })).jobs).toMatchObject([failed]);
  isMended = true;
  expect(await jobs.retry("a")).toBe(true);
  await jobs.runDue();
  expect(await jobs.get("a")).toMatchObject({ state: "done", error: null });
  expect(jobs.entries.map(({ level }) => level)).toEqual([40, 40, 50]);
});

test("two copies of the server share the work, no job runs twice, and none runs more than two at once", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const runs: string[] = [];
  const together = [0, 0];
  const kindsOf = (copy: 0 | 1): JobKinds => ({
    work: {
      async run(_data, { jobId }) {
        together[copy] = (together[copy] ?? 0) + 1;
        expect(together[copy]).toBeLessThanOrEqual(2);
        runs.push(jobId);
        await site.serverBackend.getDocument("server/any");
        together[copy] -= 1;
      },
    },
  });
  const copies = [openCopy(site, clock, kindsOf(0)), openCopy(site, clock, kindsOf(1))] as const;
  const ids = Array.from({ length: 30 }, (_, index) => `job-${index}`);
  await Promise.all(
    ids.map((id) => copies[0].schedule("work", { id, dueAt: at(start), data: {} })),
  );
  await Promise.all(copies.map((copy) => copy.runDue()));
  expect(runs.toSorted()).toEqual(ids.toSorted());
});

test("a copy that dies loses its job after the lease, and writes nothing more of it", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const hanging = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<AbortSignal>();
  const dying = openCopy(site, clock, {
    work: {
      leaseMs: 60 * second,
      async run(_data, { signal }) {
        begun.resolve(signal);
        await hanging.promise;
        return { by: "the dead" };
      },
    },
  });
  const runs: number[] = [];
  const living = openCopy(site, clock, {
    work: { run: async (_data, { attempt }) => void runs.push(attempt) },
  });
  await dying.schedule("work", { id: "a", dueAt: at(start), data: {} });
  const dead = dying.runDue();
  await begun.promise;
  clock.ms += 59 * second;
  await living.runDue();
  expect(runs).toEqual([]);
  clock.ms += 2 * second;
  await living.runDue();
  expect(runs).toEqual([2]);
  hanging.resolve();
  await dead;
  expect(await living.get("a")).toMatchObject({ state: "done", result: null, attempt: 2 });
  expect(dying.entries.map(({ msg }) => msg)).toEqual([
    "a job was lost to another copy of the server",
  ]);
});

test("a lease is renewed while the work goes on; who lost it is told", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const begun = Promise.withResolvers<AbortSignal>();
  const kinds: JobKinds = {
    work: {
      // Renewed each 10 ms.
      leaseMs: 30,
      run: (_data, { signal }) =>
        new Promise((_, reject) => {
          begun.resolve(signal);
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        }),
    },
  };
  const jobs = openCopy(site, clock, kinds);
  await jobs.schedule("work", { id: "a", dueAt: at(start), data: {} });
  const run = jobs.runDue();
  const signal = await begun.promise;
  clock.ms += 20;
  await expect
    .poll(async () => (await jobs.get("a"))?.dueAt, { interval: 5 })
    .toBe(at(start + 50).toISOString());
  await site.serverBackend.commit([{ update: "jobs/a", data: { holder: "another" } }]);
  await run;
  expect(signal.aborted).toBe(true);
  expect(await jobs.get("a")).toMatchObject({ state: "running" });
});

test("a process that ends tells its work to end, and the next one does it anew without counting that", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const begun = Promise.withResolvers<void>();
  const attempts: number[] = [];
  const first = openCopy(site, clock, {
    work: {
      run: (_data, { signal, attempt }) =>
        new Promise((_, reject) => {
          attempts.push(attempt);
          begun.resolve();
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        }),
    },
  });
  await first.schedule("work", { id: "a", dueAt: at(start), data: {} });
  const run = first.runDue();
  await begun.promise;
  await first.close();
  await run;
  const next = openCopy(site, clock, {
    work: { run: async (_data, { attempt }) => void attempts.push(attempt) },
  });
  await next.runDue();
  expect(attempts).toEqual([1, 1]);
  expect(await next.get("a")).toMatchObject({ state: "done" });
});

test("a kind hears once of what it is begun for no more, whether it failed or ended the process each time", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const heard: [string, string][] = [];
  let isWritable = false;
  const kinds: JobKinds = {
    work: {
      maxAttempts: 2,
      async run() {
        throw new Error("No way there.");
      },
      async givenUp({ name }, error) {
        if (!isWritable) throw new Error("It could not be written down.");
        heard.push([name as string, String(error)]);
      },
    },
  };
  const jobs = openCopy(site, clock, kinds);
  const dueAt = at(start);
  await jobs.schedule("work", { id: "fails", dueAt, data: { name: "fails" } });
  await jobs.schedule("work", { id: "ends", dueAt, data: { name: "ends" } });
  await site.serverBackend.commit([{ update: "jobs/ends", data: { attempt: 2 } }]);
  const states = async () =>
    Promise.all(["fails", "ends"].map(async (id) => (await jobs.get(id))?.state));
  const minutes = async (count: number) => {
    for (const end = clock.ms + count * 60 * second; clock.ms < end; clock.ms += 10 * second) {
      // oxlint-disable-next-line no-await-in-loop -- one time after the other
      await jobs.runDue();
    }
  };
  await minutes(5);
  // Nobody has heard of it, so it is not over.
  expect(await states()).toEqual(["running", "running"]);
  isWritable = true;
  await minutes(5);
  expect(await states()).toEqual(["failed", "failed"]);
  expect(heard.map(([name]) => name).toSorted()).toEqual(["ends", "fails"]);
  expect(heard.find(([name]) => name === "ends")?.[1]).toContain("begun 2 times");
  // It was told later than it happened.
  expect(heard.find(([name]) => name === "fails")?.[1]).toBe("Error: No way there.");
  expect((await jobs.get("fails"))?.error).toBe("Error: No way there.");
});

test("what a killed process had begun is taken at once where no other copy can be, but not for ever", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const begun = Promise.withResolvers<void>();
  let runs = 0;
  const kinds: JobKinds = { work: { maxAttempts: 3, run: async () => void (runs += 1) } };
  const killed = openCopy(site, clock, {
    work: {
      run() {
        begun.resolve();
        return new Promise(() => {});
      },
    },
  });
  await killed.schedule("work", { id: "a", dueAt: at(start), data: {} });
  await killed.schedule("work", { id: "b", dueAt: at(start), data: {} });
  void killed.runDue();
  await begun.promise;
  await expect.poll(async () => (await killed.get("b"))?.state).toBe("running");
  // As if that had happened twice before.
  await site.serverBackend.commit([{ update: "jobs/b", data: { attempt: 3 } }]);
  const next = openCopy(site, clock, kinds, { isOnlyCopy: true });
  next.start();
  await expect.poll(async () => (await next.get("a"))?.state).toBe("done");
  await expect.poll(async () => (await next.get("b"))?.state).toBe("failed");
  expect((await next.get("b"))?.error).toContain("begun 3 times");
  expect(runs).toBe(1);
  await next.close();
});

test("what comes again has one job for all copies, comes again after failures, and a wrong clock does not put it off", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const runs: number[] = [];
  const kinds: JobKinds = {
    sweep: {
      every: { ms: day },
      maxAttempts: 1,
      async run() {
        runs.push((clock.ms - start) / day);
        if (runs.length === 2) throw new Error("Not today.");
      },
    },
  };
  const copies = [openCopy(site, clock, kinds), openCopy(site, clock, kinds)] as const;
  for (const copy of copies) copy.start();
  await expect.poll(async () => (await copies[0].get("every-sweep"))?.state).toBe("waiting");
  expect(await copies[0].cancel("every-sweep")).toBe(false);
  for (let days = 1; days <= 3; days += 1) {
    clock.ms = start + days * day;
    await Promise.all(copies.map((copy) => copy.runDue()));
  }
  expect(runs).toEqual([1, 2, 3]);
  await Promise.all(copies.map((copy) => copy.close()));

  clock.ms = start - 100 * day;
  const later = openCopy(site, clock, kinds);
  later.start();
  const soon = at(clock.ms + day).toISOString();
  await expect.poll(async () => (await later.get("every-sweep"))?.dueAt).toBe(soon);
  await later.close();
});

test("a job of a kind that only a newer server knows waits for it", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const newer = openCopy(site, clock, { fresh: { run: async () => {} } });
  const older = openCopy(site, clock, {});
  await newer.schedule("fresh", { id: "a", dueAt: at(start), data: {} });
  await older.runDue();
  expect(await older.get("a")).toMatchObject({ state: "waiting", attempt: 0 });
  clock.ms += 3_600_000;
  await newer.runDue();
  expect(await newer.get("a")).toMatchObject({ state: "done" });
});

test("jobs are listed newest first, page by page, and forgotten when they have long been over", async () => {
  await using site = await openSite();
  const clock = { ms: start };
  const kinds: JobKinds = {
    work: {
      maxAttempts: 1,
      async run({ fails }) {
        if (fails === true) throw new Error("It fails.");
      },
    },
    "sweep-jobs": createJobsSweep({ backend: site.serverBackend, now: () => clock.ms }),
  };
  const jobs = openCopy(site, clock, kinds);
  for (let index = 0; index < 5; index += 1) {
    clock.ms += second;
    const data = { fails: index === 2 };
    await jobs.schedule("work", { id: `job-${index}`, dueAt: at(clock.ms), data });
  }
  const first = await jobs.list({ limit: 3 });
  const rest = await jobs.list({ limit: 3, after: first.next });
  const ids = [...first.jobs, ...rest.jobs].map(({ id }) => id);
  expect(ids).toEqual(["job-4", "job-3", "job-2", "job-1", "job-0"]);
  expect(rest.next).toBeUndefined();
  await jobs.runDue();
  clock.ms += 31 * day;
  await jobs.schedule("sweep-jobs", { id: "sweep", dueAt: at(clock.ms), data: {} });
  await jobs.runDue();
  const left = (await jobs.list({ limit: 10 })).jobs.map(({ id }) => id);
  expect(left).toEqual(["sweep", "job-2"]);
});
