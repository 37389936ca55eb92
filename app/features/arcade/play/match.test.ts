import { expect, test } from "vitest";
import { snake } from "../snake/game.ts";
import { createMatch } from "./match.ts";
import type { RankedRun } from "./ranked.ts";
import { createRun } from "./run.ts";
import type { StageView, StartOfRun } from "./stage.ts";

const rules = snake.rulesOf("classic", { speed: 2, size: 1 });
const noInput = { held: 0, at: undefined };

/** Where runs are played to their end at once. */
function createHall(isDaily = false) {
  let phase: StageView["phase"] = "ready";
  let run = createRun(snake, { seed: 1, rules }, { onTick() {}, onCommit() {} });
  const starts: (() => Promise<StartOfRun>)[] = [];
  const asked: PromiseWithResolvers<RankedRun>[] = [];
  const stage = {
    view: () => ({ phase }) as StageView,
    state: () => run.state(),
    finished: () => run.finished(),
    play(start: () => Promise<StartOfRun>) {
      phase = "waiting";
      starts.push(start);
    },
  };
  const finished: string[] = [];
  const session = { isSignedIn: true };
  const match = createMatch(snake, stage, {
    rules,
    isDaily,
    server: {
      isSignedIn: async () => session.isSignedIn,
      startRanked() {
        const answer = Promise.withResolvers<RankedRun>();
        asked.push(answer);
        return answer.promise;
      },
    },
  });
  return {
    session,
    asked,
    finished,
    match,
    press() {
      match.play();
      return starts.at(-1)!();
    },
    leave: () => (phase = "ready"),
    playToTheEnd({ seed }: StartOfRun) {
      run = createRun(snake, { seed, rules }, { onTick() {}, onCommit() {} });
      while (!run.isOver()) run.tick(noInput);
      phase = "over";
      match.over();
    },
    given: (name: string, seed: number, version = 1): RankedRun => ({
      seed,
      version,
      standing: { commit() {}, rest() {} },
      async finish() {
        finished.push(name);
        return { result: 0, board: "classic-fast", order: "highest", places: {}, isBest: {} };
      },
    }),
  };
}

/** What a promise has to say is said before the next one of these. */
const soon = () => new Promise((resolve) => setTimeout(resolve));

test("a run is sent as the one that it began as", async () => {
  const hall = createHall();
  const start = hall.press();
  await soon();
  hall.asked[0]!.resolve(hall.given("first", 11));
  hall.playToTheEnd(await start);
  await soon();
  expect(hall.finished).toEqual(["first"]);
  expect(hall.match.view().outcome).toMatchObject({ seed: 11, sent: { state: "counted" } });
});

test("the answer to a start that was left changes nothing of the run that is played", async () => {
  const hall = createHall();
  const left = hall.press();
  await soon();
  hall.leave();
  const start = hall.press();
  await soon();
  hall.asked[1]!.resolve(hall.given("second", 22));
  const second = await start;
  hall.asked[0]!.resolve(hall.given("first", 11));
  await left;
  hall.playToTheEnd(second);
  await soon();
  expect(hall.finished).toEqual(["second"]);
  expect(hall.match.view().outcome?.seed).toBe(22);
});

test("that a start was refused is told to nobody who has left, or begun anew", async () => {
  const hall = createHall();
  const left = hall.press();
  await soon();
  hall.leave();
  hall.asked[0]!.reject(new Error("away"));
  await left;
  expect(hall.match.view().notice).toBeUndefined();
  const again = hall.press();
  await soon();
  hall.leave();
  void hall.press();
  hall.asked[1]!.reject(new Error("away"));
  await again;
  expect(hall.match.view().notice).toBeUndefined();
});

test("without the server a run is played alone, with the reason", async () => {
  const hall = createHall();
  const start = hall.press();
  await soon();
  hall.asked[0]!.reject(new Error("away"));
  hall.playToTheEnd(await start);
  await soon();
  expect(hall.finished).toEqual([]);
  expect(hall.match.view()).toMatchObject({
    notice: "This run counts only in this browser. The server cannot be reached.",
    counts: false,
    outcome: { sent: undefined },
  });
});

test("the day's run is played with the day's seed or not at all", async () => {
  const hall = createHall(true);
  hall.session.isSignedIn = false;
  await expect(hall.press()).rejects.toThrow("cannot be played alone");
  expect(hall.match.view().notice).toBe("Sign in to play the day’s run.");
  hall.session.isSignedIn = true;
  const refused = hall.press();
  await soon();
  hall.asked[0]!.reject(new Error("away"));
  await expect(refused).rejects.toThrow("cannot be played alone");
  expect(hall.match.view().notice).toBe("The server cannot be reached.");
  const newer = hall.press();
  await soon();
  hall.asked[1]!.resolve(hall.given("newer", 33, 2));
  await expect(newer).rejects.toThrow("cannot be played alone");
  expect(hall.match.view().notice).toMatch(/older than the site/);
});
