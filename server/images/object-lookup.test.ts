import { expect, test } from "vitest";
import type { ObjectInfo } from "#lib/server-backend.ts";
import { createObjectLookup } from "./object-lookup.ts";

/** A backend that answers when it is told to. */
function open() {
  let nowMs = 0;
  const asked: string[] = [];
  const answers: { resolve: (info: ObjectInfo | null) => void; reject: (why: Error) => void }[] =
    [];
  const lookup = createObjectLookup({
    getObject(name) {
      asked.push(name);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    keepMs: 5000,
    now: () => nowMs,
  });
  return { lookup, asked, answers, pass: (ms: number) => (nowMs += ms) };
}

test("an answer counts for a while, also for those who ask before it is there", async () => {
  const { lookup, asked, answers, pass } = open();
  const both = [lookup.get("a"), lookup.get("a")];
  answers[0]?.resolve(null);
  expect(await Promise.all(both)).toEqual([null, null]);
  pass(4999);
  await lookup.get("a");
  expect(asked).toEqual(["a"]);
  pass(1);
  void lookup.get("a");
  expect(asked).toEqual(["a", "a"]);
});

test("after a change it is asked anew, whatever is still on its way", async () => {
  const { lookup, asked, answers } = open();
  const before = lookup.get("a");
  lookup.forget("a");
  const after = lookup.get("a");
  answers[1]?.resolve(null);
  expect(await after).toBeNull();
  answers[0]?.resolve({ name: "a" } as ObjectInfo);
  await before;
  expect(await lookup.get("a")).toBeNull();
  expect(asked).toHaveLength(2);
});

test("a failure is told to whoever waits for it, and to nobody later", async () => {
  const { lookup, asked, answers } = open();
  const failed = lookup.get("a");
  answers[0]?.reject(new Error("down"));
  await expect(failed).rejects.toThrow("down");
  void lookup.get("a");
  expect(asked).toHaveLength(2);
});

test("however many names a visitor thinks of, so many are asked for at once", async () => {
  const { lookup, asked, answers } = open();
  const first = lookup.get("0");
  for (let index = 1; index < 64; index += 1) void lookup.get(String(index));
  await expect(lookup.get("64")).rejects.toMatchObject({ status: 503, lasting: false });
  expect(asked).toHaveLength(64);
  answers[0]?.resolve(null);
  await first;
  void lookup.get("64");
  expect(asked).toHaveLength(65);
});
