/**
 * Who is let in by a link, and that it is counted: what was counted is written before anything is sent, under the
 * condition that nobody else wrote meanwhile. So a limit holds over any number of requests and servers.
 */
import { setTimeout as wait } from "node:timers/promises";
import { mostLinkLog } from "#lib/drive/limits.ts";
import { BackendError, type ServerBackend, isConflict } from "#lib/server-backend.ts";
import { type LinkLogEntry, type LinkRecord, pathOfLink, readLink } from "./link-record.ts";

type Refusal = "gone" | "locked" | "used-up";

type Wanted = {
  /** Asked of the link as it is when it is counted. */
  why: (link: LinkRecord) => Refusal | undefined;
  counts: "download" | "view" | "nothing";
  entry: LinkLogEntry | undefined;
};

export type LinkAdmission = {
  /** @throws BackendError */
  admit(token: string, wanted: Wanted): Promise<"in" | Refusal>;
};

type Job = Wanted & { resolve(outcome: "in" | Refusal): void; reject(error: unknown): void };

const mostTries = 60;
const mostTogether = 200;

export function createLinkAdmission(
  backend: Pick<ServerBackend, "getDocument" | "commit">,
): LinkAdmission {
  /** By token: those that come while one write is under way are counted by the next one, together. */
  const queues = new Map<string, Job[]>();

  async function work(token: string, queue: Job[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, mostTogether);
      try {
        // oxlint-disable-next-line no-await-in-loop -- one write after the other
        const outcomes = await decide(token, batch);
        for (const [at, job] of batch.entries()) job.resolve(outcomes[at] ?? "gone");
      } catch (error) {
        for (const job of batch) job.reject(error);
      }
    }
    queues.delete(token);
  }

  async function decide(token: string, batch: readonly Job[]): Promise<("in" | Refusal)[]> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each try looks anew
      const document = await backend.getDocument(pathOfLink(token));
      const link = readLink(document);
      if (document === null || link === undefined) return batch.map(() => "gone");
      const outcomes = batch.map((job) => countIn(link, job));
      if (!outcomes.includes("in")) return outcomes;
      const { downloads, views } = link;
      const log = link.log.slice(-mostLinkLog);
      const when = { updateTime: document.updateTime };
      try {
        // oxlint-disable-next-line no-await-in-loop -- see above
        await backend.commit([
          { update: pathOfLink(token), data: { downloads, views, log }, when },
        ]);
        return outcomes;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
      // Another server was faster: not both again at once.
      // oxlint-disable-next-line no-await-in-loop -- see above
      await wait(Math.random() * Math.min(5 * (tries + 1), 100));
    }
    throw new BackendError("UNAVAILABLE", "A link is opened too often to count it.");
  }

  return {
    admit(token, wanted) {
      return new Promise((resolve, reject) => {
        const job = { ...wanted, resolve, reject };
        const queue = queues.get(token);
        if (queue) return void queue.push(job);
        const own = [job];
        queues.set(token, own);
        void work(token, own);
      });
    },
  };
}

/** Changes `link` when it is let in. */
function countIn(link: LinkRecord, { why, counts, entry }: Wanted): "in" | Refusal {
  const refusal = why(link);
  if (refusal !== undefined) return refusal;
  if (counts === "download") {
    if (link.limit !== null && link.downloads >= link.limit) return "used-up";
    link.downloads += 1;
  } else if (counts === "view") link.views += 1;
  if (entry) link.log.push(entry);
  return "in";
}
