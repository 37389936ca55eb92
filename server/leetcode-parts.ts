/** LeetCode for editors and admins: imports, duplicates, what it says of the owner. docs/leetcode.md */
import { randomUUID } from "node:crypto";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createLeetCodeEndpoints } from "./api/leetcode/leetcode.ts";
import type { Audit } from "./audit/audit.ts";
import type { Endpoint } from "./http/api-router.ts";
import { editorCaller } from "./http/editor-caller.ts";
import { createDuplicates } from "./leetcode/duplicates.ts";
import { createFullSync } from "./leetcode/full-sync.ts";
import { createProblemImport } from "./leetcode/import-problems.ts";
import type { LeetCodeApi } from "./leetcode/leetcode-api.ts";
import type { Log } from "./log.ts";
import type { ProfileSnapshots } from "./profile-snapshots/profile-snapshots.ts";
import type { ContentActs } from "./publishing/publishing.ts";
import { createAdminDoor } from "./user-admin/admin-door.ts";

export function createLeetCodeParts(deps: {
  backend: ServerBackend;
  audit: Audit;
  acts: Pick<ContentActs, "actorOf" | "publishing">;
  api: LeetCodeApi;
  snapshots: Pick<ProfileSnapshots, "refresh" | "problemOf">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, audit, acts, api, snapshots, log, now } = deps;
  const problems = createProblemImport({
    backend,
    audit,
    inTurn: acts.publishing.inTurn,
    log,
    now,
    newId: randomUUID,
  });
  return createLeetCodeEndpoints({
    editors: createAdminDoor({ backend, callerOf: editorCaller, now }),
    admins: createAdminDoor({ backend, now }),
    backend,
    snapshots,
    api,
    problems,
    sync: createFullSync({ api, problems, backend }),
    duplicates: createDuplicates({ backend, audit, log, now, newId: randomUUID }),
    actorOf: acts.actorOf,
    now,
  });
}
