import type { Outbox } from "./outbox.ts";

/** Resolves once nothing waits in it any more, or at `end`. */
export function untilEmpty(outbox: Outbox, end: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (outbox.state().entries.length === 0) resolve();
  };
  const unsubscribe = outbox.subscribe(look);
  end.addEventListener("abort", () => resolve());
  if (end.aborted) resolve();
  look();
  return promise.finally(unsubscribe);
}
