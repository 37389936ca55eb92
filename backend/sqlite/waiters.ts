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

/** An input that cannot be cloned is refused alone; the others of its group are sent. */
export function sendCalls(thread: StoreThread, calls: readonly Call[], waiters: Waiters): void {
  const run = (some: readonly Call[]) =>
    thread.send({ do: "run", calls: some.map(({ id, name, input }) => ({ id, name, input })) });
  try {
    run(calls);
  } catch {
    const sendable = calls.filter(({ id, input }) => {
      try {
        structuredClone(input);
        return true;
      } catch (error) {
        waiters.get(id)?.reject(error as Error);
        waiters.delete(id);
        return false;
      }
    });
    if (sendable.length > 0) run(sendable);
  }
}
