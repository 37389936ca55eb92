import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sendCommand } from "../../server/control/control-client.ts";
import { startFoyer } from "../support/foyer-process.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { howMany } from "../support/how-many.ts";

const rounds = howMany("KILL_ROUNDS", { short: 3, full: 200 });

test(`R1: a server that is killed (-9) during a loop of imports keeps every import that it acknowledged (${rounds} rounds)`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-imports-"));
  const loop = { sent: 0, acknowledged: 0 };
  let server = await startFoyer({ dataDir });
  try {
    for (let round = 0; round < rounds; round += 1) {
      await importUntilKilled(server, loop, (round * 17) % 120);
      server = await startFoyer({ dataDir });
      const page = await (await fetch(`${server.origin}/resume`)).text();
      const shown = Number(/Import number (\d+)/.exec(page)?.[1]);
      expect(shown).toBeGreaterThanOrEqual(loop.acknowledged);
      expect(shown).toBeLessThanOrEqual(loop.sent);
    }
  } finally {
    await server[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  }
  expect(loop.acknowledged).toBeGreaterThan(rounds);
});

async function importUntilKilled(
  server: FoyerProcess,
  loop: { sent: number; acknowledged: number },
  afterMs: number,
): Promise<void> {
  const round: { killing?: Promise<unknown>; timer?: NodeJS.Timeout } = {};
  while (round.killing === undefined) {
    const number = (loop.sent += 1);
    const resume = { basics: { name: `Import number ${number}` } };
    const command = { name: "import resume", file: JSON.stringify(resume) };
    // A connection that breaks is the kill: the import was not acknowledged.
    const result = await sendCommand(server.dataDir, command).catch(() => undefined);
    if (result === undefined) break;
    expect(result.ok).toBe(true);
    loop.acknowledged = number;
    // The time counts from the first acknowledgement, so that every round has one.
    round.timer ??= setTimeout(() => {
      round.killing = server.stop("SIGKILL");
    }, afterMs);
  }
  await round.killing;
}
