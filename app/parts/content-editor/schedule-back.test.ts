import { expect, test } from "vitest";
import { endedSaid, notBackSaid, scheduleBack } from "./schedule-back.ts";

const now = Date.parse("2026-11-22T08:00:00.000Z");
const unscheduled = "2026-12-01T08:00:00.000Z";

test("a schedule that ended comes back while the draft says the same and the time is to come", () => {
  expect(scheduleBack({ unscheduled, rev: 3 }, now)).toEqual({ rev: 3, at: unscheduled });
  expect(scheduleBack({}, now)).toBeUndefined();
  expect(scheduleBack({ unscheduled }, now)).toBeUndefined();
  expect(scheduleBack({ unscheduled, rev: 3 }, Date.parse(unscheduled))).toBeUndefined();
});

test("what ends and what does not come back is said with its time, and nothing where nothing ended", () => {
  expect(endedSaid({ unscheduled })).toContain("not be published on 1 Dec 2026");
  expect(notBackSaid({ unscheduled })).toContain("was to be published on 1 Dec 2026");
  expect([endedSaid({}), notBackSaid({})]).toEqual(["", ""]);
});
