import { expect, test } from "vitest";
import { priceWords, tokensOf } from "./price-words.ts";

test("what an answer costs is said in whole sentences, one and many", () => {
  expect(priceWords({ per: "reply", tokens: 1 })).toBe("1 AI token for each answer.");
  expect(priceWords({ per: "reply", tokens: 1200 })).toBe("1,200 AI tokens for each answer.");
  expect(priceWords({ per: "usage", perThousandIn: 0.25, perThousandOut: 2 })).toMatch(
    /^By length: 0\.25 for 1,000 .+ read, 2 for 1,000 that are written;/,
  );
  expect(tokensOf(0)).toBe("0 AI tokens");
});
