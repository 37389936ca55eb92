/** What is done one after the other for each key, in the order asked. */
export type Turns = {
  take<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
};

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(key, work) {
      // How the one before ended is told to whoever asked for it.
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, turn);
      try {
        return await turn;
      } finally {
        if (last.get(key) === turn) last.delete(key);
      }
    },
  };
}
