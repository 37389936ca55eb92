/** Runs at most `count` of what it is given at once, the others in the order in which they came. */
export function atMost(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Its place goes on to the next one.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
