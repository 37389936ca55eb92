/** All that is the owner's: content, what other sites say of them, and what they look after. The same on both backends. */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Audit } from "./audit/audit.ts";
import { createCareParts } from "./care-parts.ts";
import { createContentParts } from "./content-parts.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import type { OutgoingFetch } from "./outgoing/outgoing-fetch.ts";
import { createProfileParts } from "./profile-parts.ts";
import type { ProfileParts } from "./profile-parts.ts";
import type { CleanPicture } from "./publishing/content-files.ts";

export type OwnerParts = {
  jobKinds: JobKinds;
  endpoints: Endpoint[];
  profiles: Pick<ProfileParts, "watch">;
};

export function createOwnerParts(deps: {
  backend: ServerBackend;
  audit: Audit;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule" | "cancel" | "list">;
  clean: CleanPicture;
  /** Undefined at Firebase. */
  mail: Mail | undefined;
  /** Undefined at Firebase. */
  dataDir: string | undefined;
  origin: () => string;
  /** Names of other sites by which people may sign in. */
  providers: readonly string[];
  gitHubToken: string | undefined;
  /** The way to other sites. */
  fetch: OutgoingFetch;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): OwnerParts {
  const content = createContentParts(deps);
  const profiles = createProfileParts({ ...deps, acts: content.acts });
  const care = createCareParts({ ...deps, profileProblems: () => profiles.problems() });
  return {
    jobKinds: { ...content.jobKinds, ...profiles.jobKinds, ...care.jobKinds },
    endpoints: [...content.endpoints, ...profiles.endpoints, ...care.endpoints],
    profiles,
  };
}
