/** The kept runs of all games, played again wherever this is bundled for. */
import { type GameName, playAgain } from "#games/engines.ts";

export { gameNames } from "#games/engines.ts";
export type { GameName } from "#games/engines.ts";

export type KeptRun = {
  seed: number;
  rules: unknown;
  log: string;
  ticks: number;
  hash: number;
  result: number | null;
};

export function playKept(game: GameName, runs: readonly KeptRun[]) {
  return runs.map(({ seed, rules, log: text, ticks }) => {
    const log = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const again = playAgain(game, 1, { seed, rules, log, ticks });
    return "fault" in again ? again.fault : { hash: again.hash, result: again.result };
  });
}
