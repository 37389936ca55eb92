import { expect, test } from "vitest";
import type { StoreDatabase } from "../sqlite/index.ts";
import { configureRules } from "./ask-rules.ts";
import { check } from "./write.ts";

const UNREADABLE: StoreDatabase = {
  prepare() {
    throw new Error("Data was looked at.");
  },
  run() {
    throw new Error("Data was looked at.");
  },
};

test("a conditional write that rules refuse looks at no data: a stranger cannot have the whole tree hashed", () => {
  const rules = { a: { ".read": "auth !== null", ".write": "auth !== null" } };
  configureRules({ file: "test.rules.json", text: JSON.stringify({ rules }) });
  const write = (caller: { uid: string; token: object } | null, path: string[]) => () =>
    check(UNREADABLE, {
      caller: caller && { uid: caller.uid, token: {} },
      writes: [{ path, value: 1 }],
      hash: "x",
      nowMs: 0,
    });
  expect(write(null, [])).toThrow("Permission denied");
  expect(write(null, ["a", "b"])).toThrow("Permission denied");
  const ann = { uid: "ann", token: {} };
  expect(write(ann, [])).toThrow("Permission denied");
  expect(write(ann, ["a"])).toThrow("Data was looked at.");
  configureRules(undefined);
});
