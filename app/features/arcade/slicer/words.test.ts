import { expect, test } from "vitest";
import { type State, slicerEngine } from "#games/slicer/index.ts";
import { at, buildState, buildThing, press } from "../../../../games/slicer/testing/build.ts";
import { heard, sounds } from "./sounds.ts";
import { keptRun, playKept } from "./testing/kept-runs.ts";
import { describe as described, ended, readouts, said } from "./words.ts";

const runs = (["classic", "zen", "arcade", "daily"] as const).flatMap((mode) =>
  (["blade", "lanes"] as const).map((hands) => keptRun(mode, hands)),
);

test("numbers above the field are three to five, and short, in every tick of kept runs", () => {
  for (const run of runs) {
    playKept(run, (_, state) => {
      const shown = readouts(state);
      expect(shown.length >= 3 && shown.length <= 5).toBe(true);
      expect(shown.filter(({ value }) => value.length > 8)).toEqual([]);
    });
  }
});

const titlesOf = (state: State) => readouts(state).map(({ title }) => title);

test("a mode shows what it is about", () => {
  expect(titlesOf(buildState({ mode: "classic" }))).toEqual(["Score", "Missed", "Combo"]);
  expect(titlesOf(buildState({ mode: "zen" }))).toEqual(["Score", "Time", "Combo"]);
  expect(titlesOf(buildState({ mode: "daily" }))).toEqual([
    "Score",
    "Time",
    "Combo",
    "Double",
    "Slow",
  ]);
  const state = buildState({ mode: "arcade" }, { tick: 61, combo: 4, doubleUntil: 300 });
  expect(readouts(state).map(({ value }) => value)).toEqual(["0", "0:59", "4", "4 s", "–"]);
});

test("it is said how it ended, once", () => {
  const state = buildState(
    {},
    { things: [buildThing(2000, 2000, { kind: "bomb" })], blade: { x: 1500, y: 2000 } },
  );
  const over = slicerEngine.step(state, at(2500, 2000));
  expect(said(state, over)).toBe("It ended with a bomb.");
  expect(said(over, slicerEngine.step(over, at(2500, 2000)))).toBeUndefined();
  expect(heard(state, over)).toEqual(["bomb", "over"]);
});

test("a missed fruit is said where it counts", () => {
  const missedIn = (mode: "classic" | "zen") => {
    const state = buildState({ mode }, { things: [buildThing(1000, 4395, { vy: 800 })] });
    return [state, slicerEngine.step(state, press(0))] as const;
  };
  expect(said(...missedIn("classic"))).toBe("1 of 3 missed.");
  expect(said(...missedIn("zen"))).toBeUndefined();
  expect(heard(...missedIn("classic"))).toEqual(["missed"]);
});

test("stars, frosts and bombs of arcade are said and heard", () => {
  const cut = (kind: "star" | "frost" | "bomb") => {
    const things = [buildThing(2000, 2000, { kind })];
    const state = buildState({ mode: "arcade" }, { things, blade: { x: 1500, y: 2000 } });
    const next = slicerEngine.step(state, at(2500, 2000));
    return [said(state, next), heard(state, next)];
  };
  expect(cut("star")).toEqual(["Points count twice for five seconds.", ["special", "slice"]]);
  expect(cut("frost")).toEqual(["Everything flies slowly for four seconds.", ["special", "slice"]]);
  expect(cut("bomb")).toEqual(["A bomb: five seconds less.", ["bomb"]]);
});

test("a blunt lane is heard, the last five seconds too", () => {
  const state = buildState({ mode: "zen", hands: "lanes" });
  expect(heard(state, slicerEngine.step(state, press(4)))).toEqual(["blunt"]);
  const late = buildState({ mode: "zen" }, { tick: 5400 - 301 });
  expect(heard(late, slicerEngine.step(late, press(0)))).toEqual(["second"]);
});

test("what is said is seldom, what is heard has a sound", () => {
  for (const run of runs) {
    let times = 0;
    const names = new Set<string>();
    const end = playKept(run, (before, state) => {
      if (said(before, state) !== undefined) times += 1;
      for (const name of heard(before, state)) names.add(name);
    });
    expect(times).toBeLessThan(end.tick / 60 / 2);
    for (const name of names) expect(Object.keys(sounds)).toContain(name);
    expect(names).toContain("slice");
  }
});

test("who does not see the field is told what flies", () => {
  expect(described(buildState({}))).toBe("Nothing is in the air. The score is 0, 0 of 3 missed.");
  const things = [
    buildThing(100, 100),
    buildThing(900, 900, { id: 1 }),
    buildThing(1500, 900, { id: 2, kind: "bomb" }),
  ];
  expect(described(buildState({ mode: "zen" }, { things }))).toBe(
    "2 fruits and 1 bomb in the air. The score is 0, 90 seconds left.",
  );
  const inLanes = [
    buildThing(2048, 3000, { id: 0, kind: "bomb", vy: -100 }),
    buildThing(410, 900, { id: 1, kind: "plum" }),
    buildThing(3686, 3000, { id: 2, vy: 100 }),
  ];
  expect(described(buildState({ hands: "lanes" }, { things: inLanes, score: 12 }))).toBe(
    "Plum to cut in lane 1, bomb rising in lane 3, apple falling in lane 5. The score is 12, 0 of 3 missed.",
  );
});

test("how it went is said in one sentence with numbers", () => {
  const state = buildState(
    {},
    { tick: 605, sliced: 12, missed: 3, bestCombo: 4, over: "missed", score: 20 },
  );
  expect(ended(state)).toEqual({
    line: "It ended with 3 missed fruits, with 12 things cut.",
    numbers: [
      { title: "Cut", value: "12" },
      { title: "Missed", value: "3" },
      { title: "Best combo", value: "4" },
      { title: "Lasted", value: "0:10" },
    ],
  });
  expect(ended(buildState({ mode: "zen" }, { over: "time", sliced: 1 })).line).toBe(
    "The time is up, with 1 thing cut.",
  );
  expect(ended(buildState({})).line).toBe("It was not over yet, with nothing cut.");
});
