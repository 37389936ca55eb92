import { expect, test } from "vitest";
import { type TickInput, noInput } from "./engine.ts";
import { createLogWriter, mostLogBytes, mostTicks, readLog } from "./input-log.ts";
import { draw, randomOf } from "./random.ts";

function written(inputs: readonly TickInput[]) {
  const writer = createLogWriter();
  for (const input of inputs) expect(writer.add(input)).toBe(true);
  return { log: writer.bytes(), ticks: writer.ticks() };
}

function read({ log, ticks }: { log: Uint8Array; ticks: number }): TickInput[] | undefined {
  const inputs: TickInput[] = [];
  const count = readLog(log, ticks, (input) => {
    inputs.push(input);
    return true;
  });
  return count === undefined ? undefined : inputs;
}

const held = (bits: number): TickInput => ({ held: bits, at: undefined });
const at = (x: number, y: number): TickInput => ({ held: 0, at: { x, y } });

test("what was held when comes back, tick by tick", () => {
  for (let seed = 0; seed < 200; seed += 1) {
    let random = randomOf(seed, 0);
    const upTo = (below: number) => {
      const [value, next] = draw(random, below);
      random = next;
      return value;
    };
    const inputs: TickInput[] = [];
    for (let tick = 0; tick < 300; tick += 1) {
      const before = inputs.at(-1) ?? noInput;
      const next = [
        before,
        before,
        held(upTo(4096)),
        { held: before.held, at: { x: upTo(4096), y: upTo(4096) } },
        { held: upTo(4), at: before.at },
      ][upTo(5)]!;
      inputs.push(next);
    }
    expect(read(written(inputs))).toEqual(inputs);
  }
});

test("nothing is written while nothing changes", () => {
  expect(written([noInput, noInput, held(1), held(1), held(1)]).log).toEqual(
    new Uint8Array([3, 4]),
  );
  expect(written([]).log).toHaveLength(0);
});

test("a swipe of a second takes 246 bytes at most", () => {
  const swipe = Array.from({ length: 60 }, (_, tick) => at(1000 + tick * 20, 2000 - tick * 20));
  expect(written(swipe).log.length).toBeLessThanOrEqual(246);
});

test("an hour and 256 KB are the most, and what is refused is not in it", () => {
  const long = createLogWriter();
  for (let tick = 0; tick < mostTicks; tick += 1) long.add(noInput);
  expect(long.add(held(1))).toBe(false);
  expect(long.ticks()).toBe(mostTicks);
  const full = createLogWriter();
  let ticks = 0;
  while (full.add(ticks % 2 === 0 ? at(0, 0) : at(4095, 4095))) ticks += 1;
  const log = full.bytes();
  expect(log.length).toBeLessThanOrEqual(mostLogBytes);
  expect(full.ticks()).toBe(ticks);
  expect(read({ log, ticks })).toHaveLength(ticks);
  expect(read({ log: new Uint8Array(mostLogBytes + 1), ticks: 10 })).toBeUndefined();
  expect(read({ log, ticks: mostTicks + 1 })).toBeUndefined();
});

test("pieces of a log that is still written make up the whole", () => {
  const writer = createLogWriter();
  writer.add(held(1));
  const first = writer.bytes();
  writer.add(at(5, 5));
  expect([...first, ...writer.bytes(first.length)]).toEqual([...writer.bytes()]);
});

test("at each tick it is known which bytes were written by then", () => {
  const inputs = [noInput, held(1), held(1), at(9, 9), { held: 2, at: { x: 9, y: 9 } }, noInput];
  const writer = createLogWriter();
  const lengths = inputs.map((input) => {
    writer.add(input);
    return writer.bytes().length;
  });
  const told: number[] = [];
  readLog(writer.bytes(), inputs.length, (_, bytes) => told.push(bytes) > 0);
  expect(told).toEqual(lengths);
});

test.each([
  ["an entry at no tick", [0, 4]],
  ["an entry after the last tick", [11, 4]],
  ["an entry that changes nothing", [1, 0]],
  ["a button that there is none of", [1, 0x80, 0x80, 0x01]],
  ["a pointer that goes away and was not there", [1, 1]],
  ["a pointer that stays where it is", [1, 2, 0, 0, 1, 2, 0, 0]],
  ["a pointer beyond the edge", [1, 2, 1, 0]],
  ["an unknown kind", [1, 3]],
  ["an end in the middle of an entry", [1]],
  ["an end in the middle of a place", [1, 2, 4]],
  ["an end in the middle of a number", [0x81]],
  ["a number that is longer than it need be", [0x81, 0x00, 4]],
  ["a number without end", [0x80, 0x80, 0x80, 0x80, 0x80, 0x80]],
])("%s is no log", (_, bytes) => {
  expect(read({ log: new Uint8Array(bytes), ticks: 10 })).toBeUndefined();
});

test("any bytes are read or refused, and what is read is written as the same bytes", () => {
  let readable = 0;
  for (let seed = 0; seed < 20_000; seed += 1) {
    let random = randomOf(seed, 1);
    const log = Uint8Array.from({ length: seed % 9 }, () => {
      const [value, next] = draw(random, 16);
      random = next;
      return value;
    });
    const inputs = read({ log, ticks: 60 });
    if (inputs === undefined) continue;
    readable += 1;
    expect(written(inputs).log).toEqual(log);
  }
  expect(readable).toBeGreaterThan(500);
});
