/** P13: ten minutes of each game played again from its log, as the server does, in a process that has just started. */
import { gameNames } from "../tests/support/kept-runs.ts";
import { runScript } from "./bench-process.ts";
import type { BenchRow } from "./bench-row.ts";
import { rowOf } from "./journal-row.ts";

const rounds = 9;
const markMs = 50;

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const game of gameNames) {
    const samples: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const printed = await runScript(new URL("./replay-once.ts", import.meta.url), [game]);
      samples.push(Number(printed));
    }
    const name = `ten minutes of ${game} played again from their log`;
    rows.push(rowOf({ id: `P13.${game}`, name, samples, markMs }));
  }
  return rows;
}
