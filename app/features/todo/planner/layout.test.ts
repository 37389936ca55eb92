import { expect, test } from "vitest";
import type { Segment } from "./entries.ts";
import { layoutDay } from "./layout.ts";

/** As minutes of the day. */
function segment(id: string, from: number, to: number): Segment {
  return {
    entry: {
      key: `plan ${id}`,
      id,
      of: "plan",
      day: "2026-11-24",
      start: from,
      minutes: to - from,
      isComing: false,
      hasLength: true,
      isLengthKnown: true,
    },
    from,
    to,
    isRest: false,
  };
}

/** As `id lane/lanes`. */
function lanesOf(segments: readonly Segment[], most = 3): string[] {
  return layoutDay(segments, most).placed.map(
    ({ segment: { entry }, lane, lanes }) => `${entry.id} ${lane}/${lanes}`,
  );
}

test("what overlaps stands side by side, what does not has all of the width", () => {
  const segments = [segment("a", 540, 600), segment("b", 570, 660), segment("c", 660, 720)];
  expect(lanesOf(segments)).toEqual(["a 0/2", "b 1/2", "c 0/1"]);
});

test("a lane is used again once it is free", () => {
  const segments = [segment("long", 540, 720), segment("a", 540, 600), segment("b", 600, 660)];
  expect(lanesOf(segments)).toEqual(["long 0/2", "a 1/2", "b 1/2"]);
});

test("the longer of two that begin together is first, and the order of what is given is nothing", () => {
  const segments = [segment("short", 540, 570), segment("long", 540, 700)];
  expect(lanesOf(segments)).toEqual(["long 0/2", "short 1/2"]);
  expect(lanesOf(segments.toReversed())).toEqual(lanesOf(segments));
});

test("what is shorter than half an hour is drawn so long, and nothing is drawn over it", () => {
  const { placed } = layoutDay([segment("a", 540, 545), segment("b", 550, 600)], 3);
  expect(placed.map(({ from, to, lane }) => [from, to, lane])).toEqual([
    [540, 570, 0],
    [550, 600, 1],
  ]);
  expect(layoutDay([segment("late", 1435, 1440)], 3).placed[0]).toMatchObject({
    from: 1410,
    to: 1440,
  });
});

test("twenty at one hour are some and a number", () => {
  const segments = Array.from({ length: 20 }, (_, at) => segment(`t${at}`, 540, 600));
  const { placed, more } = layoutDay([...segments, segment("later", 700, 760)], 3);
  expect(
    placed.map(({ segment: { entry }, lane, lanes }) => `${entry.id} ${lane}/${lanes}`),
  ).toEqual(["t0 0/3", "t1 1/3", "later 0/1"]);
  expect(more).toHaveLength(1);
  expect(more[0]).toMatchObject({ from: 540, to: 600, lane: 2, lanes: 3 });
  expect(more[0]?.segments).toHaveLength(18);
});

test("what has no room stands behind a number of its own time", () => {
  const segments = [
    segment("all day", 480, 1080),
    ...["a", "b", "c"].map((id) => segment(id, 540, 600)),
    ...["d", "e", "f"].map((id) => segment(id, 900, 960)),
  ];
  const { more } = layoutDay(segments, 3);
  expect(more.map(({ from, segments: left }) => `${from} ${left.length}`)).toEqual([
    "540 2",
    "900 2",
  ]);
});
