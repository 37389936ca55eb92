/** Does it at once, and what comes in the pause after that together, when it is over. */
export function atMostEach(pauseMs: number, work: () => void): { run(): void; end(): void } {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isMore = false;
  function run(): void {
    isMore = pause !== undefined;
    if (isMore) return;
    work();
    pause = setTimeout(() => {
      pause = undefined;
      if (isMore) run();
    }, pauseMs);
  }
  return {
    run,
    /** What waits is done now. */
    end() {
      clearTimeout(pause);
      pause = undefined;
      if (isMore) work();
      isMore = false;
    },
  };
}
