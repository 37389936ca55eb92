import { expect, test } from "vitest";
import { NoAnswerError } from "../outbox/outbox.ts";
import { answerOf } from "./drive-call.ts";
import { endOf } from "./drive-tickets.ts";

test("what stands in front of the server is no answer of it, whatever it says", () => {
  expect(answerOf({ status: 200, text: `{"results":[]}` })).toEqual({ results: [] });
  expect(answerOf({ status: 204, text: "" })).toBe(undefined);
  for (const status of [200, 403, 404, 502]) {
    expect(() => answerOf({ status, text: "<h1>Sign in to this hotel</h1>" })).toThrow(
      NoAnswerError,
    );
  }
  const text = `{"error":{"code":"not-found","message":"It is not there."}}`;
  expect(() => answerOf({ status: 404, text })).toThrow("It is not there.");
  expect(() => answerOf({ status: 404, text })).not.toThrow(NoAnswerError);
});

test("an address is not used for longer than it lasts by a clock that is behind", () => {
  const asked = Date.parse("2026-01-01T10:00:00Z");
  expect(endOf("2026-01-01T10:02:00Z", asked)).toBe(asked + 120_000);
  expect(endOf("2026-01-01T10:35:00Z", asked)).toBe(asked + 300_000);
});
