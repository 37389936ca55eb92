import type { Outbox } from "./outbox.ts";

/**
 * Resolves once nothing waits in it any more, or at `end`.
 * @returns whether all of it was sent: not at `end`, and not where something was refused, which may have been let go
 */
export function untilEmpty(outbox: Outbox, end: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let wasRefused = false;
  const look = () => {
    const { entries } = outbox.state();
    wasRefused ||= entries.some(({ refused }) => refused !== null);
    if (end.aborted) resolve(false);
    else if (entries.length === 0) resolve(!wasRefused);
  };
  const unsubscribe = outbox.subscribe(look);
  end.addEventListener("abort", look);
  look();
  return promise.finally(() => {
    unsubscribe();
    end.removeEventListener("abort", look);
  });
}
