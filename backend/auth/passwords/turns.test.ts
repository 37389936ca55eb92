import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

/** Work that ends when it is told to; `log` has who began and who was turned away. */
function openTurns(bounds: Parameters<typeof createTurns>[0]) {
  const turns = createTurns(bounds);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    turns,
    log,
    ask: async (...names: string[]) => {
      for (const name of names) {
        const work = () => {
          log.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        };
        turns.take(name.replace(/\d+$/, ""), work).catch(() => log.push(`-${name}`));
      }
      await settle();
    },
    end: async (count: number) => {
      for (let left = count; left > 0; left -= 1) {
        ends.shift()?.();
        await settle();
      }
    },
  };
}

test("payers are served in turn, each in the order in which it came", async () => {
  const { ask, end, log } = openTurns({ maxRunning: 1, maxWaiting: 9, maxPerPayer: 9 });
  await ask("a1", "a2", "a3", "a4", "b1", "b2", "c1");
  await end(3);
  await ask("d1");
  await end(9);
  expect(log).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "d1", "a4"]);
});

test("a full queue gives the newest place of whoever has most to who has less, and keeps the rest", async () => {
  const { ask, end, log } = openTurns({ maxRunning: 1, maxWaiting: 4, maxPerPayer: 9 });
  await ask("a0", "a1", "a2", "a3", "b1");
  expect(log).toEqual(["a0"]);
  await ask("c1");
  expect(log).toEqual(["a0", "-a3"]);
  await ask("c2");
  expect(log).toEqual(["a0", "-a3", "-c2"]);
  await ask("d1");
  expect(log).toEqual(["a0", "-a3", "-c2", "-a2"]);
  // Each has one by now.
  await ask("e1");
  expect(log).toEqual(["a0", "-a3", "-c2", "-a2", "-e1"]);
  await end(9);
  expect(log.slice(5)).toEqual(["a1", "b1", "c1", "d1"]);
  // There is as much room as before.
  await ask("f0", "f1", "g1", "h1", "i1");
  await end(5);
  expect(log.slice(9)).toEqual(["f0", "f1", "g1", "h1", "i1"]);
});

test("a few networks that fill the queue keep nobody else out", async () => {
  const { ask, end, log } = openTurns({ maxRunning: 2, maxWaiting: 64, maxPerPayer: 16 });
  const strangers = ["u", "v", "w", "x", "y", "z"];
  for (let n = 0; n < 20; n += 1) await ask(...strangers.map((name) => `${name}${n}`));
  for (let n = 0; n < 40; n += 1) {
    const owner = `owner${n}`;
    await ask(owner);
    await ask(...strangers.map((name) => `${name}${100 + n}`));
    await end(strangers.length + 1);
    expect(log).toContain(owner);
  }
});

test("who is known gets a place in a queue that strangers have filled, each from a network of its own", async () => {
  const turns = createTurns({ maxRunning: 2, maxWaiting: 64, maxPerPayer: 16 });
  const served: string[] = [];
  const turnedAway: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (payer: string, isKnown: boolean) => {
    const work = () => {
      served.push(payer);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    return turns.take(payer, work, { isKnown }).catch(() => void turnedAway.push(payer));
  };
  const strangers = Array.from({ length: 66 }, (_, index) => `stranger-${index}`);
  const asked = strangers.map((name) => ask(name, false));
  expect(turns.isCrowded()).toBe(true);
  asked.push(ask("late", false), ask("owner", true), ask("owner", true), ask("later", false));
  while (served.length < 66) {
    ends.shift()?.();
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const end of ends) end();
  await Promise.all(asked);
  expect(served.filter((name) => name === "owner")).toHaveLength(2);
  expect(turnedAway.toSorted()).toEqual(["late", "later", "stranger-2", "stranger-3"]);
  expect(turns.isCrowded()).toBe(false);
});

test("a queue full of people who are known is full for them, too", async () => {
  const turns = createTurns({ maxRunning: 1, maxWaiting: 2, maxPerPayer: 9 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const ask = (payer: string) =>
    turns
      .take(payer, () => promise, { isKnown: true })
      .then(
        () => "served",
        () => "turned away",
      );
  const asked = ["a", "b", "c", "d"].map((payer) => ask(payer));
  resolve();
  expect(await Promise.all(asked)).toEqual(["served", "served", "served", "turned away"]);
});

test("what fails hands its turn over, too", async () => {
  const { take } = createTurns({ maxRunning: 1, maxWaiting: 1, maxPerPayer: 2 });
  const failing = take("a", () => Promise.reject(new Error("x")));
  const next = take("a", () => Promise.resolve("done"));
  await expect(failing).rejects.toThrow("x");
  expect(await next).toBe("done");
});
