/** The callers that wait for a store thread, by the id of their call. */
import { type Call, type Outcome, fromRefusal } from "./messages.ts";
import type { StoreThread } from "./store-thread.ts";

export type Waiter = {
  resolve(output: unknown): void;
  reject(error: Error): void;
  onCommitted?: ((output: never) => void) | undefined;
};
export type Waiters = Map<number, Waiter>;

/** In the order of the outcomes: first every `onCommitted`, then the promises. */
export function settle(waiters: Waiters, outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes) {
    if ("output" in outcome) waiters.get(outcome.id)?.onCommitted?.(outcome.output as never);
  }
  for (const outcome of outcomes) {
    const waiter = waiters.get(outcome.id);
    waiters.delete(outcome.id);
    if ("output" in outcome) waiter?.resolve(outcome.output);
    else waiter?.reject(fromRefusal(outcome.refused));
  }
}

/** An input that cannot be cloned is refused alone; the others are sent. Returns those that were refused. */
export function sendCalls<Sent extends Call>(
  thread: StoreThread,
  calls: readonly Sent[],
  waiters: Waiters,
): Sent[] {
  const run = (some: readonly Call[]) =>
    thread.send({ do: "run", calls: some.map(({ id, name, input }) => ({ id, name, input })) });
  try {
    run(calls);
    return [];
  } catch {
    const refused = calls.filter(({ id, input }) => {
      try {
        structuredClone(input);
        return false;
      } catch (error) {
        waiters.get(id)?.reject(error as Error);
        waiters.delete(id);
        return true;
      }
    });
    const sendable = calls.filter((call) => !refused.includes(call));
    if (sendable.length > 0) run(sendable);
    return refused;
  }
}
