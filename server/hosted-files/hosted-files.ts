/** Files at Firebase, as far as the server has to look after them: room for uploads, and what follows of each change. */
import type { UsualQuota } from "../backend-port/hosted-usage.ts";
import type { Log } from "../log.ts";
import { createLedger } from "./ledger.ts";
import type { Ledger, LedgerBackend } from "./ledger.ts";
import { createFilesSweep } from "./sweep.ts";
import type { FilesSweep } from "./sweep.ts";
import { createTurns } from "./turns.ts";

export type HostedFiles = Pick<Ledger, "reserve"> & {
  /** To be called when somebody says that a reserved upload is done, was given up, or that its file was deleted. */
  settle(reservationId: string): Promise<void>;
  sweep: FilesSweep["run"];
  close: FilesSweep["close"];
};

export function createHostedFiles(deps: {
  backend: LedgerBackend;
  usualQuota: UsualQuota;
  tellObjectChange: (change: { name: string; generation: number | null }) => Promise<void>;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): HostedFiles {
  const { backend, usualQuota, tellObjectChange, log, now } = deps;
  const ledger = createLedger({ backend, usualQuota, now });
  const sweep = createFilesSweep({ backend, ledger, log, now });
  const turns = createTurns();
  return {
    reserve: (holder, upload) => ledger.reserve(holder, upload),
    settle: (id) =>
      // Whoever says it twice at once gives no work twice.
      turns.take(id, async () => {
        const settled = await ledger.settle(id);
        if (settled === undefined) return;
        const { name, object } = settled;
        await tellObjectChange({ name, generation: object && Number(object.generation) });
      }),
    sweep: sweep.run,
    close: sweep.close,
  };
}
