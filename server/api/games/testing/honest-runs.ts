/** Runs as browsers play and tell them. */
import { readFileSync } from "node:fs";
import { type GameName, playAgain } from "#games/engines.ts";
import { createLogWriter } from "#games/kit/input-log.ts";
import { towerEngine } from "#games/tower/index.ts";
import { type Commit, firstChain, nextChain } from "#lib/games/commit-chain.ts";

export type PlayedRun = {
  log: Uint8Array<ArrayBuffer>;
  ticks: number;
  claimed: number;
  hash: number;
};

/** Drops that are off bring ten points each, and cut the tower by that: the first one so far that others can miss. */
const offOf = (dropped: number) => (dropped === 0 ? [400, 500] : [45, 150]);

/**
 * A run of Tower with ten points for each of so many drops, 1 to 7.
 * @param waits so many ticks before the first one, or the second
 */
export function playTower(
  { seed, mode = "tower" }: { seed: number; mode?: "tower" | "daily" },
  drops: number,
  waits = 0,
  waitsFor: "first" | "second" = "first",
): PlayedRun {
  const writer = createLogWriter();
  let state = towerEngine.begin(seed, { mode });
  let dropped = 0;
  while (!towerEngine.isOver(state)) {
    const [least = 0, most = 0] = offOf(dropped);
    const off = Math.abs(state.now.x - state.layers.at(-1)!.x);
    const isFree = waitsFor === "second" && dropped === 0;
    const isPlace =
      dropped < drops ? off >= least && off <= most : off > state.layers.at(-1)!.width;
    const isDrop = isPlace && !state.isHeld && (isFree || writer.ticks() >= waits);
    const input = { held: isDrop ? 1 : 0, at: undefined };
    if (isDrop) dropped += 1;
    writer.add(input);
    state = towerEngine.step(state, input);
  }
  return endOf("tower", { mode }, { seed, log: writer.bytes(), ticks: writer.ticks() });
}

/** With what comes of it. */
export function endOf(
  game: GameName,
  rules: unknown,
  { seed, log, ticks }: { seed: number; log: Uint8Array<ArrayBuffer>; ticks: number },
): PlayedRun {
  const again = playAgain(game, 1, { seed, rules, log, ticks });
  if ("fault" in again) throw new Error(again.fault);
  return { log, ticks, claimed: again.result ?? -1, hash: again.hash };
}

export type GoldenRun = PlayedRun & { seed: number; rules: Record<string, unknown> };

/** Kept runs of a game that are over and compared. */
export function keptRuns(game: GameName): GoldenRun[] {
  const file = new URL(`../../../../games/${game}/v1/golden.json`, import.meta.url);
  const kept = JSON.parse(readFileSync(file, "utf8")) as {
    seed: number;
    rules: Record<string, unknown>;
    log: string;
    ticks: number;
    hash: number;
    result: number | null;
  }[];
  return kept.flatMap(({ log: text, result, seed, rules, ticks, hash }) => {
    const run = { seed, rules, ticks, hash };
    const log = new Uint8Array(Buffer.from(text, "base64"));
    const again = playAgain(game, 1, { ...run, log });
    const counts = !("fault" in again) && again.isOver && again.board !== null && result !== null;
    return counts ? [{ ...run, log, claimed: result }] : [];
  });
}

/** What is told each ten seconds. */
export async function commitsOf(
  run: string,
  game: GameName,
  { seed, rules, log, ticks }: { seed: number; rules: unknown } & PlayedRun,
): Promise<Commit[]> {
  const at = Array.from({ length: Math.trunc(ticks / 600) }, (_, index) => (index + 1) * 600);
  const again = playAgain(game, 1, { seed, rules, log, ticks, at });
  if ("fault" in again) throw new Error(again.fault);
  const commits: Commit[] = [];
  let chain = firstChain(run);
  let before = 0;
  for (const [index, tick] of at.entries()) {
    const bytes = again.bytes[index] ?? 0;
    // oxlint-disable-next-line no-await-in-loop -- each needs the one before
    chain = await nextChain(chain, log.slice(before, bytes));
    commits.push({ tick, bytes, chain });
    before = bytes;
  }
  return commits;
}

export const sentOf = ({ log, ...run }: PlayedRun) => ({
  ...run,
  log: Buffer.from(log).toString("base64"),
});
