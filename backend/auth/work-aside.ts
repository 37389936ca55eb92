/** What nobody waits for who is answered, but the service does before it closes. */
export type WorkAside = {
  /** `work` never rejects: it says itself what has failed. */
  start(work: Promise<void>): void;
  /** When nothing is under way any more. */
  settled(): Promise<void>;
};

export function createWorkAside(): WorkAside {
  const underWay = new Set<Promise<void>>();
  return {
    start(work) {
      const done = work.finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
