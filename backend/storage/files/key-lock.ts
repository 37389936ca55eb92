type KeyLock = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Works of the same key run one after the other, in the order of their calls. */
export function createKeyLock(): KeyLock {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const run = before === undefined ? work() : before.then(work, work);
    last.set(key, run);
    try {
      return await run;
    } finally {
      if (last.get(key) === run) last.delete(key);
    }
  };
}
