import { expect, test } from "vitest";
import type { AiState } from "#lib/ai/api.ts";
import { bytesOfQuestion, offerOf } from "./offer.ts";
import { endWords, nextDay, priceWords, spentWords, wayOut, whyNotWords } from "./words.ts";

const ai: AiState = {
  on: true,
  models: [
    { id: "small", name: "Small" },
    { id: "large", name: "Large" },
  ],
  price: { per: "reply", tokens: 2 },
  maxOutput: 1000,
  userDaily: 50,
  cap: null,
  left: { today: 20 },
};
const asked = { model: undefined, balance: 10, bytes: 3000 };
const now = new Date("2026-03-01T22:30:00Z");

test("what an answer costs is known before, and the model is the chosen one, or the usual", () => {
  expect(offerOf(ai, asked)).toEqual({ model: ai.models[0], most: 2, isExact: true });
  expect(offerOf(ai, { ...asked, model: "large" })).toMatchObject({ model: { id: "large" } });
  expect(offerOf(ai, { ...asked, model: "gone" })).toMatchObject({ model: { id: "small" } });
  const price = { per: "usage", perThousandIn: 1, perThousandOut: 5 } as const;
  expect(offerOf({ ...ai, price }, asked)).toMatchObject({ most: 6, isExact: false });
  expect(offerOf({ ...ai, price }, { ...asked, agreed: 9 })).toMatchObject({ most: 9 });
  expect(priceWords({ most: 1, isExact: true })).toBe("An answer costs 1 token");
  expect(priceWords({ most: 6, isExact: false })).toBe("An answer costs 6 tokens at most");
});

test("why it cannot be asked is said with what one can do", () => {
  const said = (state: Partial<AiState>, of = {}) => {
    const offer = offerOf({ ...ai, ...state }, { ...asked, ...of });
    return "why" in offer ? [whyNotWords(offer, now), wayOut(offer)?.path] : [];
  };
  const off = { on: false, models: [] };
  expect(said({ ...off, why: "none" })[0]).toContain("has no AI");
  expect(said({ ...off, why: "off" })).toEqual([
    "The AI of this site is switched off just now.",
    undefined,
  ]);
  expect(said({ on: false, why: "unverified" })).toEqual([
    "Confirm your e-mail address first: then you can ask the AI.",
    "/Settings#email",
  ]);
  expect(said({}, { balance: 0 })).toEqual(["You have no AI tokens left.", "/Chat?make=owner"]);
  expect(said({}, { balance: 1 })[0]).toBe("An answer can cost 2 tokens, and you have 1.");
  expect(said({ left: { today: 1 } })).toEqual([
    `You may spend 1 token more today, and an answer can cost 2. Ask again after ${nextDay(now)}.`,
    "/Settings#ai",
  ]);
  // Tomorrow it would be the same.
  for (const limit of [{ cap: 1 }, { userDaily: 1 }]) {
    expect(said({ left: { today: 1 }, ...limit })).toEqual([
      "An answer can cost 2 tokens, and you may spend 1 in a day.",
      "/Settings#ai",
    ]);
  }
  expect(said({ left: { today: 0 }, cap: 0 })[0]).toContain("you may spend none in a day");
  expect(said({ left: { today: 0 } })[0]).toContain("may spend today is spent");
});

test("the size of a question is that of the messages that are told, and of its text files", () => {
  const message = { by: "ann", at: 1, id: "a", text: "é".repeat(100) };
  const question = { isChat: false, text: "Hi", files: [], messages: [] };
  const none = bytesOfQuestion(question);
  const many = Array.from({ length: 50 }, () => message);
  expect(bytesOfQuestion({ ...question, messages: many }) - none).toBe(20 * 260);
  expect(bytesOfQuestion({ ...question, isChat: true, messages: many }) - none).toBe(40 * 260);
  const gone = { ...message, gone: { by: "ann", at: 1 } };
  expect(bytesOfQuestion({ ...question, messages: [gone] })).toBe(none);
  const file = { path: "a/b", name: "a.txt", type: "text/plain", bytes: 500 };
  const files = [file, { ...file, type: "image/png" }];
  expect(bytesOfQuestion({ ...question, files }) - none).toBe(500);
});

test("how an answer ended is said, and what it cost", () => {
  expect(endWords({ state: "done" }, "Hi")).toBe("");
  expect(endWords({ state: "done", why: "length" }, "Hi")).toContain("greatest length");
  expect(endWords({ state: "stopped" }, "")).toBe("Stopped before anything came.");
  expect(endWords({ state: "failed", why: "unreachable" }, "")).toBe(
    "The AI could not be reached.",
  );
  expect(endWords({ state: "broken", why: "cut" }, "Hi")).toBe(
    "The answer was cut off. This is what had come.",
  );
  expect([spentWords(0), spentWords(1), spentWords(3)]).toEqual([
    "Nothing was charged",
    "1 token",
    "3 tokens",
  ]);
});
