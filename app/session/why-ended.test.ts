import { afterEach, beforeEach, expect, test } from "vitest";
import { rememberWhyEnded, whyEnded } from "./why-ended.ts";

beforeEach(() => {
  const kept = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
});

afterEach(() => void Reflect.deleteProperty(globalThis, "localStorage"));

test("every tab says that the e-mail has changed, for a minute", () => {
  rememberWhyEnded("ada", "email");
  expect(whyEnded("ada")).toMatch(/e-mail has changed.*Sign in with the new one/);
  expect(whyEnded("ada", Date.now() + 61_000)).toBeUndefined();
});

test("nobody is told what was another's, or what did not happen", () => {
  rememberWhyEnded("ada", "password");
  expect(whyEnded("grace")).toBeUndefined();
  rememberWhyEnded("ada", undefined);
  expect(whyEnded("ada")).toBeUndefined();
});

test("what this site did not write says nothing", () => {
  localStorage.setItem("foyer:ended", "{");
  expect(whyEnded("ada")).toBeUndefined();
});
