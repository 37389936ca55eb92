/** Boards' side of the server, the same on both backends: cards, people, invites, what is told of them, public pages. */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { SharedThings } from "./account-data/leave-shared.ts";
import { createBoardEndpoints } from "./api/boards/boards.ts";
import { createPublicAdminEndpoints } from "./api/public-boards/public-boards.ts";
import type { Audit } from "./audit/audit.ts";
import { createBoardPeople } from "./boards/board-people.ts";
import { createBoards } from "./boards/boards.ts";
import { createBoardDue } from "./boards/due.ts";
import { createExportBoard } from "./boards/export-board.ts";
import { createFollowLog } from "./boards/follow-log.ts";
import { createOlderLogs } from "./boards/older-log.ts";
import { createPublicAdmin } from "./boards/public-admin.ts";
import { type PublicBoards, createPublicBoards } from "./boards/public-boards.ts";
import { createPurge } from "./boards/purge-board.ts";
import { boardSweep } from "./boards/sweep-boards.ts";
import { tellInviteJob } from "./boards/tell-invite.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Notifier } from "./notifications/notify.ts";
import { createAdminDoor } from "./user-admin/admin-door.ts";

export type BoardParts = {
  endpoints: Endpoint[];
  jobKinds: JobKinds;
  /** What becomes of them when an account goes. */
  ofAccounts: SharedThings;
  publicBoards: Pick<PublicBoards, "find" | "read">;
  /** Looks for what an earlier process left undone; nobody waits for it. */
  start(): void;
  close(): Promise<void>;
};

export function createBoardParts(deps: {
  backend: ServerBackend;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule" | "get">;
  notifier: Pick<Notifier, "notify">;
  audit: Pick<Audit, "add">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): BoardParts {
  const due = createBoardDue(deps);
  const follow = createFollowLog({ ...deps, due });
  const people = createBoardPeople({
    ...deps,
    changed: follow.changed,
    follow: (board) => follow.follow(board),
  });
  const { update } = people;
  const boards = createBoards({ ...deps, update });
  const publicBoards = createPublicBoards({ ...deps, update });
  const olderLogs = createOlderLogs({ ...deps, update });
  const reading = { publicBoards, olderLogs, exportBoard: createExportBoard(deps) };
  return {
    endpoints: [
      ...createBoardEndpoints({ ...deps, ...people, ...reading, boards }),
      ...createPublicAdminEndpoints({
        ...deps,
        door: createAdminDoor(deps),
        publicAdmin: createPublicAdmin({ ...deps, update }),
      }),
    ],
    jobKinds: {
      ...people.jobKinds,
      ...tellInviteJob(deps),
      ...due.jobKinds,
      ...follow.jobKinds,
      ...boardSweep({
        ...deps,
        ...people,
        purge: createPurge({ ...deps, update }),
        follow,
        due,
        olderLogs,
      }),
    },
    ofAccounts: people.ofAccounts,
    publicBoards,
    start: follow.start,
    close: follow.close,
  };
}
