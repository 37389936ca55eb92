import { expect, test } from "vitest";
import { ApiError } from "#app/live/api.ts";
import type { BulkNotes, ContentItem } from "#lib/content/item.ts";
import { actsAtOnce, runBulk, runUndo } from "./bulk-run.ts";
import type { BulkAsked, BulkDesk } from "./bulk-run.ts";

const now = Date.parse("2026-11-22T08:00:00.000Z");
const later = "2026-12-01T08:00:00.000Z";
const offline = () => new ApiError("Nobody answers.", { status: 0, code: "offline" });

const itemOf = (id: string, more: Partial<ContentItem> = {}): ContentItem => {
  return { id, title: id, state: "published", isHidden: false, updatedAt: "", path: id, ...more };
};

/** A server that does what it is asked, but to those that `refuse` names, and what it was asked. */
function openDesk({
  refuse = {},
  failsAt,
  more = {},
  there,
  before = many.map((id) => itemOf(id)),
}: {
  refuse?: Record<string, string>;
  failsAt?: number;
  more?: BulkNotes;
  /** The list as it is after an answer was lost; undefined: it cannot be read. */
  there?: readonly ContentItem[];
  before?: readonly ContentItem[];
} = {}) {
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
    async look() {
      if (there === undefined) throw offline();
      return there;
    },
    before: new Map(before.map((item) => [item.id, item])),
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

test("what was done though its answer was lost counts as done, and only the rest has failed", async () => {
  const there = many.slice(actsAtOnce + 3).map((id) => itemOf(id));
  const { desk } = openDesk({ failsAt: 2, there });
  const outcome = await runBulk({ ids: many, act: "delete" }, desk);
  expect(outcome.done).toEqual(many.slice(0, actsAtOnce + 3));
  expect(outcome.failed.map(({ id }) => id)).toEqual(many.slice(actsAtOnce + 3));
});

test("a schedule that went with a lost answer is said not to come back", async () => {
  const before = [itemOf("a", { publishAt: later }), itemOf("b")];
  const there = before.map(({ id }) => ({ id, title: id, updatedAt: "" }) as const);
  const hidden = there.map((item) => ({ ...item, state: "hidden", isHidden: true }) as const);
  const { desk } = openDesk({ failsAt: 1, before, there: hidden });
  const { done, notes } = await runBulk({ ids: ["a", "b"], act: "hide" }, desk);
  expect(done).toEqual(["a", "b"]);
  expect(notes).toEqual({ a: { unscheduled: later } });
});

test("what nobody knew of while the server was away is looked at before it is asked for again", async () => {
  const first = await runBulk({ ids: many, act: "delete" }, openDesk({ failsAt: 1 }).desk);
  expect([first.done, first.unheard]).toEqual([[], many.slice(0, actsAtOnce)]);
  const { desk, asked } = openDesk({ there: many.slice(5).map((id) => itemOf(id)) });
  const again = await runBulk({ ids: many, act: "delete" }, desk, first.unheard);
  expect(asked.flatMap(({ ids }) => ids)).toEqual(many.slice(5));
  expect([again.done, again.failed]).toEqual([many, []]);
});

test("an act that the server refused as a whole did nothing", async () => {
  const { desk } = openDesk({ there: [] });
  const refusing: BulkDesk = {
    ...desk,
    ask: () => Promise.reject(new ApiError("You may not.", { status: 403, code: "no" })),
  };
  const { done, unheard } = await runBulk({ ids: ["p1"], act: "delete" }, refusing);
  expect([done, unheard]).toEqual([[], []]);
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

test("what cannot wait for its time again, because its draft was changed, is said and not tried for ever", async () => {
  const schedules = ["a", "b"].map((id) => ({ id, rev: 2, at: later }));
  const { desk } = openDesk();
  const changed: BulkDesk = {
    ...desk,
    schedule: () =>
      Promise.reject(new ApiError("Changed.", { status: 409, code: "changed-meanwhile" })),
  };
  const outcome = await runUndo({ act: "show", ids: ["a"], schedules, notBack: 0 }, changed);
  expect(outcome).toEqual({ said: expect.stringContaining("2 will not be published") });
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
