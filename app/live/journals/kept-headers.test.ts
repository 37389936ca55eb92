import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type JournalHeader,
  forgetKeptJournals,
  keepHeaders,
  keptJournals,
} from "./kept-headers.ts";

const kept = new Map<string, string>();
const inSession = new Map<string, string>();
const storageOf = (map: Map<string, string>) => ({
  getItem: (name: string) => map.get(name) ?? null,
  setItem: (name: string, value: string) => void map.set(name, value),
  removeItem: (name: string) => void map.delete(name),
});

beforeEach(() => {
  kept.clear();
  for (const [name, value] of [
    ["localStorage", storageOf(kept)],
    ["sessionStorage", storageOf(inSession)],
  ] as const) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
});

afterEach(() => {
  for (const name of ["localStorage", "sessionStorage"]) Reflect.deleteProperty(globalThis, name);
});

const header = (id: string, rev = 1, more: Partial<JournalHeader> = {}): JournalHeader => ({
  id: `s${id.padEnd(20, "0")}`,
  isSealed: true,
  lock: `lock of ${rev}`,
  copyOf: "",
  goneTo: "",
  rev,
  at: 100 * rev,
  updateTime: "",
  ...more,
});
const idsOf = (all: readonly JournalHeader[] | undefined) => all?.map(({ id }) => id[1]).join("");

test("a journal that the server has no more stays with its lock; one that was deleted goes", () => {
  keepHeaders("ann", [header("a"), header("b"), header("c", 2, { goneTo: "=" })]);
  const { journals, missing } = keepHeaders("ann", [header("b")]);
  expect([idsOf(journals), idsOf(missing)]).toEqual(["b", "a"]);
  expect(keptJournals("ann")?.map(({ id, lock }) => `${id[1]} ${lock}`)).toEqual([
    "b lock of 1",
    "a lock of 1",
  ]);
  // It stays so, and is nobody's any more once the server has it again.
  expect(idsOf(keepHeaders("ann", []).missing)).toBe("ba");
  expect(idsOf(keepHeaders("ann", [header("a"), header("b")]).missing)).toBe("");
});

test("the later lock opens it, whatever an older server says, until there is a later one", () => {
  keepHeaders("ann", [header("a", 3)]);
  const [told] = keepHeaders("ann", [header("a", 1)]).journals;
  expect(told).toEqual({ ...header("a", 1), lock: "lock of 3" });
  expect(keptJournals("ann")?.[0]?.lock).toBe("lock of 3");
  const [again] = keepHeaders("ann", [header("a", 1)]).journals;
  expect(again?.lock).toBe("lock of 3");
  const [next] = keepHeaders("ann", [header("a", 4)]).journals;
  expect(next?.lock).toBe("lock of 4");
});

test("a lock that was changed after a journal was put back opens it", () => {
  keepHeaders("ann", [header("a", 5)]);
  expect(keepHeaders("ann", []).missing).toHaveLength(1);
  keepHeaders("ann", [header("a", 1, { at: 600, lock: "lock of 5" })]);
  const changed = header("a", 2, { at: 700, lock: "the next lock" });
  expect(keepHeaders("ann", [changed]).journals).toEqual([changed]);
  expect(keptJournals("ann")).toEqual([changed]);
  const deleted = { ...changed, rev: 3, at: 800, goneTo: "=" };
  keepHeaders("ann", [deleted]);
  expect(keptJournals("ann")).toEqual([deleted]);
});

test("what is kept of an account goes with it, also what is shown alone in this tab", () => {
  keepHeaders("ann", [header("a")]);
  inSession.set("foyer:journal-presenting:ann", "sa");
  forgetKeptJournals("ann");
  expect([...kept, ...inSession]).toEqual([]);
});
