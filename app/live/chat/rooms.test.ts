import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countBegun, draftPlace, forgetKeptChat, readKept, writeKept } from "./kept-chat.ts";
import { openRooms } from "./rooms.ts";

/** As a browser's localStorage. */
class TestStorage {
  readonly #all = new Map<string, string>();
  get length() {
    return this.#all.size;
  }
  key = (at: number) => [...this.#all.keys()][at] ?? null;
  getItem = (name: string) => this.#all.get(name) ?? null;
  setItem = (name: string, value: string) => void this.#all.set(name, value);
  removeItem = (name: string) => void this.#all.delete(name);
}

beforeEach(() => vi.stubGlobal("localStorage", new TestStorage()));

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function open() {
  const told = new Map<string, (value: unknown) => void>();
  const failed: ((error: unknown) => void)[] = [];
  let isThere = true;
  const rooms = openRooms("ann", {
    follow(path, hear, fail) {
      told.set(path, hear);
      failed.push(fail);
      return () => told.delete(path);
    },
    onRooms: () => {},
    mayKeep: () => isThere,
  });
  const own = { roof: { kind: "private", name: "Roof", role: "member", at: 1 } };
  return {
    rooms,
    tell: (path: string, value: unknown) => told.get(path)?.(value),
    tellAll: () => {
      told.get("chatOf/ann")!(own);
      told.get("chatReads/ann")!({ roof: { n: 2 } });
      told.get("chat/roof/head")!({ n: 3, at: 1, by: "ben", text: "Hi" });
    },
    fail() {
      for (const one of failed) one(new Error("No line."));
    },
    leave() {
      isThere = false;
      forgetKeptChat("ann");
    },
  };
}

test("rooms are shown as they were known last, until the server tells", () => {
  const first = open();
  first.tellAll();
  first.rooms.close();
  const known = first.rooms.snapshot();
  expect(known.rooms).toMatchObject([{ id: "roof", unread: { count: 1 } }]);
  const next = open();
  expect(next.rooms.snapshot()).toEqual({ ...known, isOld: true });
});

test("once the account has left the browser nothing of it is written there again", () => {
  const opened = open();
  opened.tellAll();
  expect(readKept("ann", "rooms")).toBeDefined();
  opened.tellAll();
  opened.leave();
  opened.fail();
  opened.tellAll();
  vi.advanceTimersByTime(1000);
  opened.rooms.close();
  expect(readKept("ann", "rooms")).toBeUndefined();
});

test("hundreds of rooms, each of which is told of by itself, are shown and kept a few times", () => {
  const { rooms, tell } = open();
  const seen: number[] = [];
  rooms.subscribe(() => seen.push(rooms.snapshot().rooms.filter(({ head }) => head).length));
  const ids = Array.from({ length: 500 }, (_, at) => `room${at}`);
  const kept = vi.spyOn(localStorage, "setItem");
  const own = ids.map((id) => [id, { kind: "private", name: id, role: "member", at: 1 }]);
  tell("chatOf/ann", Object.fromEntries(own));
  tell("chatReads/ann", {});
  for (const id of ids) tell(`chat/${id}/head`, { n: 3, at: 1, by: "ben", text: "Hi" });
  expect(seen).toEqual([0]);
  vi.advanceTimersByTime(50);
  expect(seen).toEqual([0, 500]);
  vi.advanceTimersByTime(1000);
  expect(kept).toHaveBeenCalledTimes(3);
  expect(Object.keys((readKept("ann", "rooms") as { heads: object }).heads)).toHaveLength(500);
  // After a pause what comes is shown at once.
  tell("chat/room7/head", { n: 4, at: 2, by: "ben", text: "Ho" });
  expect(seen).toHaveLength(3);
  rooms.close();
});

test("what was read is kept at once", () => {
  const opened = open();
  const { rooms } = opened;
  opened.tellAll();
  opened.tell("chatReads/ann", { roof: { n: 3 } });
  expect(readKept("ann", "rooms")).toMatchObject({ reads: { roof: { n: 3 } } });
  rooms.close();
});

test("which public rooms there are is not known before the server has told", () => {
  const { rooms, tell } = open();
  expect(rooms.snapshot().listed).toBeUndefined();
  tell("chatRooms", null);
  expect(rooms.snapshot().listed).toEqual([]);
  rooms.close();
});

test("what was begun is counted, by account, and goes with it", () => {
  writeKept("ann", draftPlace("roof", undefined), { text: "Hi", chosen: [] });
  writeKept("ann", draftPlace("roof", "m000000001"), { text: "Ho", chosen: [] });
  writeKept("ann", draftPlace("cellar", undefined), { text: " ", chosen: [] });
  writeKept("ann", "rooms", { own: {} });
  writeKept("ben", draftPlace("roof", undefined), { text: "Hi", chosen: [] });
  expect([countBegun("ann"), countBegun("ben")]).toEqual([2, 1]);
  forgetKeptChat("ann");
  expect([countBegun("ann"), countBegun("ben")]).toEqual([0, 1]);
  expect(readKept("ann", "rooms")).toBeUndefined();
});
