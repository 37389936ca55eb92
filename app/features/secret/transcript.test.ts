import { expect, test } from "vitest";
import { createLineHistory } from "./line-history.ts";
import { addEntry } from "./transcript.ts";
import type { Entry } from "./transcript.ts";

const said = (lines: number) => ({
  prompt: "~",
  typed: "x",
  lines: Array.from({ length: lines }, () => ["y"]),
});

test("the screen holds five hundred lines, and always what was said last", () => {
  let transcript: Entry[] = [];
  for (let at = 0; at < 100; at++) transcript = addEntry(transcript, said(9));
  expect(transcript).toHaveLength(50);
  expect(new Set(transcript.map(({ id }) => id)).size).toBe(50);
  expect(transcript.at(-1)?.id).toBe(100);
  expect(addEntry(transcript, said(900)).map(({ id }) => id)).toEqual([101]);
});

function memory(stored?: string) {
  const kept = new Map(stored === undefined ? [] : [["foyer:terminal", stored]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test("arrows go back to the first line and forth to an empty one, in the next page of the tab too", () => {
  const storage = memory();
  const first = createLineHistory(() => storage);
  for (const line of ["ls", "pwd", "pwd"]) first.add(line);
  const history = createLineHistory(() => storage);
  expect(history.all()).toEqual(["ls", "pwd"]);
  expect([-1, -1, -1, 1, 1, 1].map((by) => history.step(by as -1 | 1))).toEqual([
    "pwd",
    "ls",
    "ls",
    "pwd",
    "",
    "",
  ]);
});

test("a hundred lines are kept, and a storage that refuses or holds nonsense does no harm", () => {
  const storage = memory();
  const history = createLineHistory(() => storage);
  for (let at = 0; at < 150; at++) history.add(`echo ${at}`);
  expect(history.all()).toHaveLength(100);
  expect(history.all().at(-1)).toBe("echo 149");
  for (const stored of ["{}", "nonsense", "[1,null]"])
    expect(createLineHistory(() => memory(stored)).all()).toEqual([]);
  const refusing = createLineHistory(() => {
    throw new Error("switched off");
  });
  refusing.add("ls");
  expect(refusing.step(-1)).toBe("ls");
});
