/** Forgets jobs that have been over for long: 30 days when they were done, a year when they failed. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { jobsCollection } from "./job-document.ts";
import type { JobKind } from "./run-job.ts";

const pageSize = 200;

export function createJobsSweep(deps: {
  backend: Pick<ServerBackend, "findDocuments" | "commit">;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKind {
  const { backend, now } = deps;
  return {
    every: { ms: 24 * 3_600_000 },
    async run(_data, { signal }) {
      let forgotten = 0;
      for (;;) {
        signal.throwIfAborted();
        const order = { field: "forgetAt", upTo: new Date(now()).toISOString() };
        // oxlint-disable-next-line no-await-in-loop -- what is deleted is not found again
        const page = await backend.findDocuments(jobsCollection, { order, limit: pageSize });
        // oxlint-disable-next-line no-await-in-loop -- see above
        if (page.length > 0) await backend.commit(page.map(({ path }) => ({ delete: path })));
        forgotten += page.length;
        if (page.length < pageSize) return { forgotten };
      }
    },
  };
}
