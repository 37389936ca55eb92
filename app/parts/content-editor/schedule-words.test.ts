import { expect, test } from "vitest";
import { scheduleSaid } from "./schedule-words.ts";

const at = "2026-11-22T08:00:00.000Z";
const hour = 3_600_000;

test("a document says that it will be published, and later that and why it was not", () => {
  const before = scheduleSaid({ at, problem: null }, Date.parse(at) - hour);
  expect(before).toMatchObject({ isFailed: false, text: expect.stringContaining("Will be") });
  const justNow = scheduleSaid({ at, problem: null }, Date.parse(at) + 1000);
  expect(justNow.isFailed).toBe(false);
  const problem = "Its address was taken meanwhile.";
  const refused = scheduleSaid({ at, problem }, Date.parse(at) + 1000);
  expect(refused.isFailed).toBe(true);
  expect(refused.text).toContain(`and was not: ${problem}`);
  const late = scheduleSaid({ at, problem: null }, Date.parse(at) + hour);
  expect(late).toMatchObject({ isFailed: true, text: expect.stringContaining("not happened yet") });
});
