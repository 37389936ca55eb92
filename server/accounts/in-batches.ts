/**
 * Does together what comes while something is under way: at once when nothing is, at most `size` at a time. When `work`
 * fails for several, each is tried alone, so that nobody fails because of another.
 */
export function inBatches<Item>(
  size: number,
  work: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  type Waiting = { item: Item; done: PromiseWithResolvers<void> };
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function run(batch: readonly Waiting[]): Promise<void> {
    try {
      await work(batch.map(({ item }) => item));
      for (const { done } of batch) done.resolve();
    } catch (error) {
      if (batch.length === 1) batch[0]?.done.reject(error);
      // One after the other: most of them were done already.
      // oxlint-disable-next-line no-await-in-loop
      else for (const one of batch) await run([one]);
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true;
    // oxlint-disable-next-line no-await-in-loop
    while (waiting.length > 0) await run(waiting.splice(0, size));
    isRunning = false;
  }

  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    if (!isRunning) void runAll();
    return done.promise;
  };
}
