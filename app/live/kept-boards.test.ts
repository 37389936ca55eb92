import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { begunComment, begunOf, forgetBoards, keepOfBoards, keptOfBoards } from "./kept-boards.ts";

const mine = "a".repeat(20);
const left = "b".repeat(20);

const names = new Map<string, string>();
vi.stubGlobal("localStorage", {
  get length() {
    return names.size;
  },
  key: (at: number) => [...names.keys()][at] ?? null,
  getItem: (name: string) => names.get(name) ?? null,
  setItem: (name: string, value: string) => void names.set(name, value),
  removeItem: (name: string) => void names.delete(name),
});
afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  names.clear();
  keepOfBoards({ [mine]: {} }, "ann");
  keepOfBoards({ ann: {} }, "ann", mine);
  keepOfBoards({ ann: {} }, "ann", left);
  keepOfBoards("Begun", "ann", begunComment(left, "card"));
  keepOfBoards([{ path: "boards/b/f/roof.png" }], "ann", "uploads");
});

const kept = (...names: string[]) =>
  names.filter((name) => keptOfBoards("ann", name) !== undefined);

test("of a board that somebody left its members go; what they wrote themselves, and files on their way, stay", () => {
  forgetBoards("ann", new Set([mine]));
  expect(keptOfBoards("ann")).toEqual({ [mine]: {} });
  expect(kept(mine, left)).toEqual([mine]);
  expect(kept(begunComment(left, "card"), "uploads")).toEqual([
    begunComment(left, "card"),
    "uploads",
  ]);
});

test("who leaves nothing here leaves none of it", () => {
  forgetBoards("ann");
  expect(keptOfBoards("ann")).toBeUndefined();
  expect(kept(mine, left, begunComment(left, "card"), "uploads")).toEqual([]);
});

test("comments that were begun are known with their words, of this account alone", () => {
  keepOfBoards("Begun, too", "ann", begunComment(mine, "card"));
  keepOfBoards("Of somebody else", "anna", begunComment(mine, "card"));
  expect(begunOf("ann")).toEqual([
    { board: left, of: "card", text: "Begun" },
    { board: mine, of: "card", text: "Begun, too" },
  ]);
});
