/** Runs a few uploads at once, the others wait in the order in which they came. */
export type UploadQueue = {
  add(id: string): void;
  /** Of one that waits. False when it does not. */
  remove(id: string): boolean;
};

/** `run` never rejects. */
export function createUploadQueue(atOnce: number, run: (id: string) => Promise<void>): UploadQueue {
  const waiting = new Set<string>();
  let running = 0;

  function next(): void {
    for (const id of waiting) {
      if (running >= atOnce) return;
      waiting.delete(id);
      running += 1;
      void run(id).finally(() => {
        running -= 1;
        next();
      });
    }
  }

  return {
    add(id) {
      waiting.add(id);
      next();
    },
    remove: (id) => waiting.delete(id),
  };
}
