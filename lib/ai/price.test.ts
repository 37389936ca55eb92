import { expect, test } from "vitest";
import { type AiPrice, mostOf, spentOf, tokensInBytes, usageOf } from "./price.ts";

const reply: AiPrice = { per: "reply", tokens: 2 };
const usage: AiPrice = { per: "usage", perThousandIn: 0.1, perThousandOut: 0.5 };

test("a price for a reply is the same before and after", () => {
  expect(mostOf(reply, { bytes: 90_000, maxOutput: 1000 })).toBe(2);
  expect(spentOf(reply, { in: 9_000_000, out: 0 }, 2)).toBe(2);
});

test("a price by usage is rounded up, is one at least, and never more than what was held", () => {
  expect(mostOf(usage, { bytes: 30_000, maxOutput: 1000 })).toBe(2);
  expect(mostOf(usage, { bytes: 0, maxOutput: 0 })).toBe(1);
  expect(spentOf(usage, { in: 10, out: 10 }, 5)).toBe(1);
  expect(spentOf(usage, { in: 1000, out: 1800 }, 5)).toBe(1);
  expect(spentOf(usage, { in: 1000, out: 1801 }, 5)).toBe(2);
  expect(spentOf(usage, { in: 1e15, out: 1e15 }, 5)).toBe(5);
});

test("what a provider says of usage is believed only where it can be", () => {
  const counted = { in: 300, out: 31 };
  expect(usageOf({ prompt_tokens: 12, completion_tokens: 0 }, counted)).toEqual({ in: 12, out: 0 });
  for (const odd of [-1, 1.5, "7", null, undefined, Number.NaN, Infinity, 1e300, {}]) {
    const said = { prompt_tokens: odd, completion_tokens: odd };
    expect(usageOf(said, counted)).toEqual({ in: 100, out: 11 });
  }
  for (const said of [null, undefined, "much", 5, []]) {
    expect(usageOf(said, counted)).toEqual({ in: 100, out: 11 });
  }
  expect(tokensInBytes(0)).toBe(0);
});
