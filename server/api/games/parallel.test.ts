/** Fifty people at once, half of whom have not played what they say. */
import { expect, test } from "vitest";
import { type Person, codeOf, openGamesSite } from "./testing/games-site.ts";
import { type PlayedRun, commitsOf, playTower } from "./testing/honest-runs.ts";

const rules = { mode: "tower" };
const game = "tower";

/** By what is sent instead. */
const forgeries: ((run: PlayedRun) => PlayedRun)[] = [
  (run) => ({ ...run, claimed: run.claimed + 1000 }),
  (run) => ({ ...run, hash: (run.hash + 1) % 2 ** 32 }),
  (run) => ({ ...run, log: run.log.map((byte, at) => (at === 0 ? byte ^ 1 : byte)) }),
  (run) => ({ ...run, ticks: run.ticks + 1 }),
  (run) => ({ ...run, log: new Uint8Array() }),
];

test("of fifty at once exactly the honest ones are on the board, each at its place", async () => {
  await using site = await openGamesSite();
  const people: Person[] = [];
  for (let from = 0; from < 50; from += 10) {
    const ten = Array.from({ length: 10 }, (_, at) => site.person(`Player ${from + at}`));
    // oxlint-disable-next-line no-await-in-loop -- ten at once
    people.push(...(await Promise.all(ten)));
  }
  const begun = await Promise.all(
    people.map(async (who, at) => {
      const { run, seed } = await site.start(who, game, rules);
      const sent = playTower({ seed }, 1 + (at % 7), 700);
      const [commit] = await commitsOf(run, game, { seed, rules, ...sent });
      return { who, run, sent, commit: commit!, isForged: at % 2 === 1, at };
    }),
  );
  expect(begun.every(({ sent }) => sent.ticks >= 600 && sent.ticks < 1200)).toBe(true);
  site.pass(10_000);
  const told = await Promise.all(
    begun.map(({ who, run, commit }) =>
      site.ask("POST /api/games/commit", who, { game, run, ...commit }),
    ),
  );
  expect(told.every(({ status }) => status === 204)).toBe(true);
  // All end at about the same time, as far as the server can tell.
  site.pass(3000);
  const answers = await Promise.all(
    begun.map(({ who, run, sent, isForged, at }) =>
      site.finish(
        who,
        game,
        run,
        isForged ? forgeries[Math.trunc(at / 2) % forgeries.length]!(sent) : sent,
      ),
    ),
  );
  for (const { at, isForged } of begun) {
    const [status, code] = codeOf(answers[at]!);
    expect([at, status, code]).toEqual([at, isForged ? 422 : 200, isForged ? code : undefined]);
  }
  const honest = begun.filter(({ isForged }) => !isForged);
  const { entries } = await site.board(game, "tower");
  expect(entries.map(({ run }) => run).toSorted()).toEqual(honest.map(({ run }) => run).toSorted());
  expect(entries.map(({ result }) => result)).toEqual(
    honest.map(({ sent }) => sent.claimed).toSorted((a, b) => b - a),
  );
  expect(entries.map(({ place }) => place)).toEqual(honest.map((_, at) => at + 1));
  for (const { who, run, sent } of honest) {
    // oxlint-disable-next-line no-await-in-loop
    const seen = await site.board(game, "tower", { who });
    const own = seen.entries.filter(({ isOwn }) => isOwn);
    expect(own.map(({ run: of, result }) => [of, result])).toEqual([[run, sent.claimed]]);
  }
  // What the first ten did can be watched, and nobody else's log is kept after a day.
  await site.sweep();
  const owners = Object.keys((await site.valueAt("gameLogOwners")) as object);
  expect(owners.toSorted()).toEqual(
    entries
      .slice(0, 10)
      .map(({ run }) => run)
      .toSorted(),
  );
}, 120_000);
