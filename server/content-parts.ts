/** Content that the owner writes, the same whichever backend keeps it. */
import { randomUUID } from "node:crypto";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createContentEndpoints } from "./api/content/content.ts";
import { createFoodEndpoints } from "./api/food/food.ts";
import type { Audit } from "./audit/audit.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { CleanPicture } from "./publishing/content-files.ts";
import type { ContentActs } from "./publishing/publishing.ts";
import { createPublishing } from "./publishing/publishing.ts";

export type ContentParts = { acts: ContentActs; jobKinds: JobKinds; endpoints: Endpoint[] };

export function createContentParts(deps: {
  backend: ServerBackend;
  audit: Audit;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule" | "cancel">;
  clean: CleanPicture;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): ContentParts {
  const { backend, now } = deps;
  const acts = createPublishing({ ...deps, newId: randomUUID });
  return {
    acts,
    jobKinds: acts.jobKinds,
    endpoints: [
      ...createContentEndpoints({ backend, acts, now }),
      ...createFoodEndpoints({ backend, acts, now }),
    ],
  };
}
