import { expect, test } from "vitest";
import { ApiError } from "#app/live/api.ts";
import { endedSaid, isPast, notBackSaid, scheduleBack } from "./schedule-back.ts";

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

test("another try is for what may still come true", () => {
  const refused = (code: string) => new ApiError("No.", { status: 409, code });
  expect(["changed-meanwhile", "bad-time", "offline"].map((code) => isPast(refused(code)))).toEqual(
    [true, true, false],
  );
});
