import { expect, test } from "vitest";
import type { Caller } from "../http/index.ts";
import { callerOfKey, keyOfCaller } from "./caller-key.ts";

const ann: Caller = { uid: "ann", token: { email: "ann@example.com", firebase: { tenant: "" } } };

test("who is asked for by a key is who it was made of", () => {
  for (const caller of [null, "admin", ann] satisfies Caller[]) {
    expect(callerOfKey(keyOfCaller(caller))).toEqual(caller);
  }
  expect(keyOfCaller({ uid: "ann", token: {} })).not.toBe(keyOfCaller(ann));
});

test("the claims of many tokens are read once each, and not kept for ever", () => {
  const first = callerOfKey(keyOfCaller(ann));
  expect(callerOfKey(keyOfCaller(ann))).toBe(first);
  for (let at = 0; at < 10_000; at += 1) callerOfKey(keyOfCaller({ uid: `u${at}`, token: {} }));
  expect(callerOfKey(keyOfCaller(ann))).not.toBe(first);
  expect(callerOfKey(keyOfCaller(ann))).toEqual(ann);
});
