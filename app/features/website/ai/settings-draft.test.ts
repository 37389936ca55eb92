import { expect, test } from "vitest";
import type { AiSettings } from "#lib/ai/api.ts";
import { draftOf, faultsOf, settingsOf } from "./settings-draft.ts";

const settings: AiSettings = {
  on: true,
  prompt: "Be kind.",
  price: { per: "usage", perThousandIn: 0.25, perThousandOut: 2 },
  maxOutput: 1000,
  userDaily: 50,
  siteDaily: 500,
};

test("what is typed anew comes to the same settings", () => {
  expect(settingsOf(draftOf(settings))).toEqual(settings);
  const byReply: AiSettings = { ...settings, price: { per: "reply", tokens: 3 } };
  expect(settingsOf(draftOf(byReply))).toEqual(byReply);
  expect(faultsOf(draftOf(settings))).toEqual({});
});

test("each wrong number says what is right, and of the price only the chosen way counts", () => {
  const draft = draftOf(settings);
  expect(
    faultsOf({ ...draft, perThousandIn: "", tokens: "x", maxOutput: "10", userDaily: "1.5" }),
  ).toEqual({
    perThousandIn: "Type a number from 0 to 1,000.",
    maxOutput: "Type a whole number from 50 to 8,000.",
    userDaily: "Type a whole number from 0 to 1,000,000.",
  });
  expect(faultsOf({ ...draft, per: "reply", tokens: "0", perThousandIn: "" })).toEqual({
    tokens: "Type a whole number from 1 to 1,000.",
  });
  expect(faultsOf({ ...draft, prompt: "x".repeat(4001), siteDaily: "-1" })).toMatchObject({
    prompt: "Say it in at most 4,000 letters.",
    siteDaily: expect.any(String),
  });
});
