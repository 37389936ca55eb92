import { expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { createMadeInTurn } from "./made-in-turn.ts";

function open({ keptBytes = 10_000, maxWaiting = 10, waitMs = 60_000 } = {}) {
  const state = { now: 1_000_000, running: 0, most: 0, begun: [] as string[] };
  const { log, entries } = recordingLog();
  const files = createMadeInTurn({
    what: "a test",
    log,
    now: () => state.now,
    keptBytes,
    maxWaiting,
    waitMs,
  });
  /** Made of what it says; "bad…" cannot be. */
  const make = (text: string) =>
    files.make({ text }, async () => {
      state.begun.push(text);
      state.most = Math.max(state.most, ++state.running);
      await new Promise((resolve) => setImmediate(resolve));
      state.running -= 1;
      if (text.startsWith("bad")) throw new Error("No.");
      return Buffer.from(text);
    });
  return { files, make, state, entries };
}

const textOf = async (made: Promise<Buffer>) => (await made).toString();

test("one is made at a time, and once however many ask for it", async () => {
  const { make, state } = open();
  const texts = ["a", "b", "a", "c"];
  expect(await Promise.all(texts.map((text) => textOf(make(text))))).toEqual(texts);
  expect(await textOf(make("b"))).toBe("b");
  expect(state).toMatchObject({ most: 1, begun: ["a", "c", "b"] });
});

test("who comes last is next, and when enough wait the one that has waited longest is refused", async () => {
  const { make, state } = open({ maxWaiting: 3 });
  const made = await Promise.allSettled(["a", "b", "c", "d", "d", "e"].map(make));
  expect(made.map(({ status }) => status === "fulfilled")).toEqual([
    true,
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(state.begun).toEqual(["a", "e", "d", "c"]);
  expect(await textOf(make("b"))).toBe("b");
});

test("what somebody else asks for again is next, too, and waits anew", async () => {
  const { make, state } = open({ maxWaiting: 2 });
  const made = await Promise.allSettled(["a", "b", "c", "b", "d"].map(make));
  expect(made.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(state.begun).toEqual(["a", "d", "b"]);
});

test("nobody waits for long, and what was given up is not made", async () => {
  const { files, make, state, entries } = open({ waitMs: 1 });
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  const long = files.make("long", () => promise);
  await expect(make("a")).rejects.toThrow("Too many wait");
  resolve(Buffer.from("done"));
  expect(await textOf(long)).toBe("done");
  expect([state.begun, entries]).toEqual([[], []]);
  // It was no fault of its own, so it may be asked for at once.
  expect(await textOf(make("a"))).toBe("a");
});

test("what failed is logged once and not tried again for a while, and the next one is made", async () => {
  const { make, state, entries } = open();
  const [bad, good] = await Promise.allSettled([make("bad"), make("a")]);
  expect([bad.status, good.status]).toEqual(["rejected", "fulfilled"]);
  await expect(make("bad")).rejects.toThrow("a moment ago");
  expect(state.begun).toEqual(["bad", "a"]);
  expect(entries.map(({ msg }) => msg)).toEqual(["a test could not be drawn"]);
  state.now += 30_000;
  await expect(make("bad")).rejects.toThrow("could not be drawn");
  // A clock that is put back does not make it wait for longer.
  state.now -= 3_600_000;
  await expect(make("bad")).rejects.toThrow("could not be drawn");
  expect(state.begun).toHaveLength(4);
});

test("the oldest go when they are too many, and whoever asks for one has it made again", async () => {
  const { make, state } = open({ keptBytes: 500 });
  for (const text of ["a", "b", "c", "c", "a"]) expect(await textOf(make(text))).toBe(text);
  expect(state.begun).toEqual(["a", "b", "c", "a"]);
});

test("closed, nothing is begun any more, and whoever waits is told", async () => {
  const { files, make, state, entries } = open();
  const made = ["a", "b"].map((text) => make(text).catch((error: Error) => error.message));
  files.close(new Error("The server stops."));
  expect(await Promise.all(made)).toEqual(["The server stops.", "The server stops."]);
  expect([state.begun, entries]).toEqual([[], []]);
});
