import { expect, test } from "vitest";
import { ApiError } from "#app/live/api.ts";
import type { BulkNotes } from "#lib/content/item.ts";
import { actsAtOnce, runBulk, runUndo } from "./bulk-run.ts";
import type { BulkAsked, BulkDesk } from "./bulk-run.ts";

const now = Date.parse("2026-11-22T08:00:00.000Z");
const later = "2026-12-01T08:00:00.000Z";
const offline = () => new ApiError("Nobody answers.", { status: 0, code: "offline" });

/** A server that does what it is asked, but to those that `refuse` names, and what it was asked. */
function openDesk({
  refuse = {},
  failsAt,
  more = {},
}: { refuse?: Record<string, string>; failsAt?: number; more?: BulkNotes } = {}) {
  const asked: BulkAsked[] = [];
  const scheduled: string[] = [];
  const progress: string[] = [];
  const life = new AbortController();
  const desk: BulkDesk = {
    async ask(body) {
      asked.push(body);
      if (asked.length === failsAt) throw offline();
      return {
        results: Object.fromEntries(body.ids.map((id) => [id, refuse[id] ?? true])),
        more: Object.fromEntries(Object.entries(more).filter(([id]) => body.ids.includes(id))),
      };
    },
    async schedule({ id }) {
      if (refuse[id] !== undefined) throw offline();
      scheduled.push(id);
    },
    titleOf: (id) => id,
    onProgress: (done, of) => progress.push(`${done} of ${of}`),
    signal: life.signal,
    now: () => now,
  };
  return { desk, asked, scheduled, progress, stop: () => life.abort() };
}

const many = Array.from({ length: 2 * actsAtOnce + 5 }, (_, at) => `p${at}`);
const deleted = { act: "untrash", ids: many, schedules: [], notBack: 0 } as const;

test("two hundred are asked for in parts that a server does in time, and it is said how far it is", async () => {
  const { desk, asked, progress } = openDesk();
  const { done } = await runBulk({ ids: many, act: "delete" }, desk);
  expect(done).toEqual(many);
  expect(asked.map(({ ids }) => ids.length)).toEqual([actsAtOnce, actsAtOnce, 5]);
  expect(progress).toEqual(["0 of 45", "20 of 45", "40 of 45"]);
});

test("what was done before the connection was lost is done, and the rest is named", async () => {
  const { desk } = openDesk({ failsAt: 2 });
  const { done, failed } = await runBulk({ ids: many, act: "delete" }, desk);
  expect(done).toEqual(many.slice(0, actsAtOnce));
  expect(failed.map(({ id }) => id)).toEqual(many.slice(actsAtOnce));
  expect(new Set(failed.map(({ sentence }) => sentence))).toEqual(new Set(["Nobody answers."]));
});

test("an undo of many goes in parts, too, and what failed of it is tried again alone", async () => {
  const first = openDesk({ refuse: { p3: "It was made anew meanwhile." } });
  const outcome = await runUndo(deleted, first.desk);
  expect(first.asked.map(({ ids }) => ids.length)).toEqual([actsAtOnce, actsAtOnce, 5]);
  if (!("rest" in outcome)) throw new Error("It was said to be undone.");
  expect(outcome.problem).toBe("Not all of it was undone. p3: It was made anew meanwhile.");
  const second = openDesk();
  expect(await runUndo(outcome.rest, second.desk)).toEqual({ said: "Undone." });
  expect(second.asked).toEqual([{ act: "untrash", ids: ["p3"] }]);
});

test("an undo that is stopped leaves the rest to go on with", async () => {
  const { desk, asked, stop } = openDesk();
  const stopping: BulkDesk = {
    ...desk,
    ask: (body) => {
      stop();
      return desk.ask(body);
    },
  };
  const outcome = await runUndo(deleted, stopping);
  expect(asked).toHaveLength(1);
  expect(outcome).toMatchObject({
    problem: "Stopped before all of it was undone: 25 left.",
    rest: { ids: many.slice(actsAtOnce) },
  });
});

test("taken back, what was hidden is shown and waits for its time again; what could not wait is tried again", async () => {
  const schedules = ["a", "b"].map((id) => ({ id, rev: 2, at: later }));
  const plan = { act: "show", ids: ["a"], schedules, notBack: 0 } as const;
  const first = openDesk({ refuse: { b: "-" } });
  const outcome = await runUndo(plan, first.desk);
  expect(first.scheduled).toEqual(["a"]);
  expect(outcome).toMatchObject({ rest: { ids: [], schedules: [schedules[1]] } });
});

test("hidden again, what had waited for its time waits for it again", async () => {
  const more = { a: { unscheduled: later, rev: 4 }, b: { unscheduled: later } };
  const { desk, scheduled } = openDesk({ more });
  const plan = { act: "hide", ids: ["a", "b"], schedules: [], notBack: 0 } as const;
  const outcome = await runUndo(plan, desk);
  expect(scheduled).toEqual(["a"]);
  expect(outcome).toMatchObject({
    said: expect.stringContaining("1 will not be published by itself"),
  });
});
