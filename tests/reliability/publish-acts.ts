/** What publish-until-killed.ts does, and what its test looks for afterwards. */
import { createAudit } from "../../server/audit/audit.ts";
import { createJobs } from "../../server/jobs/jobs.ts";
import type { Jobs } from "../../server/jobs/jobs.ts";
import { createLog } from "../../server/log.ts";
import { createPublishing } from "../../server/publishing/publishing.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

export const items = ["a", "b", "c"] as const;
export const writer = { uid: "ann", name: "Ann" };
const newId = () => crypto.randomUUID();

/** @param aheadMs how far its clock is ahead: jobs that are due in a minute are due now. */
export function openPublishing(backend: ServerBackend, aheadMs = 0) {
  const now = () => Date.now() + aheadMs;
  const log = createLog("silent");
  const acts = createPublishing({
    backend,
    audit: createAudit({ backend, now, newId }),
    jobs: () => jobs,
    // What a picture has in it is not what is looked for here.
    clean: async (bytes) => ({ bytes: new Uint8Array(bytes), contentType: "image/jpeg" }),
    log,
    now,
    newId,
  });
  const jobs: Jobs = createJobs({
    backend,
    log,
    now,
    newId,
    kinds: acts.jobKinds,
    isOnlyCopy: true,
  });
  return { acts, jobs };
}

/** Of the `count`th draft of an item: a new picture each time. */
export function fileOf(id: string, count: number): string {
  return `projects/${id}/x${count}/map.jpg`;
}

export function fieldsOf(id: string, count: number) {
  return {
    slug: id,
    title: `Title ${count}`,
    summary: "Maps",
    cover: { src: `/drafts/${fileOf(id, count)}`, alt: "A map", width: 4, height: 3 },
  };
}
