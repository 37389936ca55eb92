/** Knows how far this process has come in the order of commits: a read may have seen one that is not announced yet. */
export function createCommitOrder() {
  let announced = 0;
  let writing = 0;
  let waiting: { commit: number; resolve: () => void }[] = [];

  function wake(): void {
    const isReached = ({ commit }: { commit: number }) => writing === 0 || commit <= announced;
    const reached = waiting.filter(isReached);
    waiting = waiting.filter((waiter) => !isReached(waiter));
    for (const { resolve } of reached) resolve();
  }

  return {
    announce(commit: number): void {
      announced = commit;
      wake();
    },
    /** Around every write: while none is under way, all commits have been announced. */
    async during<Output>(write: () => Promise<Output>): Promise<Output> {
      writing += 1;
      try {
        return await write();
      } finally {
        writing -= 1;
        wake();
      }
    },
    /** Resolves when every commit up to this one has been announced. */
    async caughtUp(commit: number): Promise<void> {
      if (writing === 0 || commit <= announced) return;
      await new Promise<void>((resolve) => waiting.push({ commit, resolve }));
    },
  };
}
