/**
 * Has open connections checked again, some seconds after tokens were revoked: by then the device on which somebody
 * changed the own password has its new token on its socket, and is not cut off. Requests are refused at once anyway.
 */
import type { Revoked } from "./auth/index.ts";
import type { SignedIn } from "./http/index.ts";
import type { Log } from "./sqlite/index.ts";

const WAIT_MS = 2_000;
/** Who comes in this time is checked together; everybody waits at least `WAIT_MS`. */
const GATHER_MS = 500;
/** Of accounts; if there are more, everybody is checked. */
const MAX_GATHERED = 10_000;

type Concerns = (caller: SignedIn | "admin") => boolean;
type Batch = { uids: Set<string>; admins: boolean; everybody: boolean };

export function createRecheckLater(deps: {
  recheck: (concerns: Concerns) => Promise<void>;
  log: Log;
}) {
  let gathering: Batch | undefined;
  const timers = new Set<NodeJS.Timeout>();

  function after(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer.unref());
  }

  function gather(): Batch {
    const batch: Batch = { uids: new Set(), admins: false, everybody: false };
    after(GATHER_MS, () => (gathering = undefined));
    after(GATHER_MS + WAIT_MS, () => run(batch));
    return batch;
  }

  function run({ uids, admins, everybody }: Batch): void {
    const concerns: Concerns = (caller) =>
      everybody || (caller === "admin" ? admins : uids.has(caller.uid));
    deps.recheck(concerns).catch((error: unknown) => {
      deps.log.error({ err: error }, "Open connections could not be checked again");
    });
  }

  return {
    add(revoked: Revoked): void {
      gathering ??= gather();
      if (revoked === "admins") gathering.admins = true;
      else if (revoked === "everybody") gathering.everybody = true;
      else if (gathering.uids.size < MAX_GATHERED) gathering.uids.add(revoked.uid);
      else gathering.everybody = true;
    },
    close(): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
