import { expect, test } from "vitest";
import { fingerprintOf } from "./fingerprint.ts";
import { keyOf, matchesOf } from "./match-file.ts";
import { type UploadRecord, recordOf } from "./upload-record.ts";

const owner = { uid: "u", tab: "t", order: 1 };
const file = (name: string, text: string) => new File([text], name);

async function begun(name: string, text: string): Promise<UploadRecord> {
  const known = file(name, text);
  const record = recordOf({ file: known, name: `users/u/${name}` }, owner);
  return { ...record, fingerprint: await fingerprintOf(known) };
}

test("a file goes with the upload of the same bytes, whatever it is called now", async () => {
  const waiting = [await begun("a", "one"), await begun("b", "two")];
  expect(await matchesOf(waiting, file("renamed", "two"))).toEqual([waiting[1]]);
  expect(await matchesOf(waiting, file("a", "six"))).toEqual([]);
  expect(await matchesOf(waiting, file("a", "longer"))).toEqual([]);
});

test("of two with the same bytes the one of its name comes first", async () => {
  const waiting = [await begun("a", "one"), await begun("b", "one")];
  expect(await matchesOf(waiting, file("b", "one"))).toEqual([waiting[1], waiting[0]]);
});

test("one of which nothing is sent yet takes a file of its name and size", async () => {
  const known = recordOf({ file: file("a", "one"), name: "users/u/a" }, owner);
  expect(await matchesOf([known], file("a", "two"))).toEqual([known]);
  expect(await matchesOf([known], file("b", "one"))).toEqual([]);
});

test("only the same file on its way to the same name has the same key", () => {
  const made = (name: string, lastModified: number, to = "users/u/a") =>
    keyOf(recordOf({ file: new File(["one"], name, { lastModified }), name: to }, owner));
  expect(made("a", 1)).toBe(made("a", 1));
  expect(new Set([made("a", 1), made("b", 1), made("a", 2), made("a", 1, "users/u/b")]).size).toBe(
    4,
  );
});
