/** `/api/boards…` with an ID token: boards, their cards and their people. docs/boards.md */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Boards } from "../../boards/boards.ts";
import type { ExportBoard } from "../../boards/export-board.ts";
import type { Invites } from "../../boards/invites.ts";
import type { Joining } from "../../boards/joining.ts";
import type { MemberActs } from "../../boards/member-acts.ts";
import type { OlderLogs } from "../../boards/older-log.ts";
import type { OwnBoards } from "../../boards/own-boards.ts";
import type { PublicBoards } from "../../boards/public-boards.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { createChangeEndpoint } from "./changes.ts";
import { createInviteEndpoints } from "./invites.ts";
import { createJoinEndpoints } from "./joining.ts";
import { createReadingEndpoints } from "./reading.ts";
import { createMemberEndpoints } from "./members.ts";
import { createOwnBoardEndpoints } from "./own.ts";
import { createPublicEndpoints } from "./public.ts";

export function createBoardEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">;
  boards: Boards;
  ownBoards: OwnBoards;
  members: MemberActs;
  invites: Invites;
  joining: Joining;
  publicBoards: PublicBoards;
  olderLogs: OlderLogs;
  exportBoard: ExportBoard;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const counted = createCountedCaller({ ...deps, burst: 60, perMinute: 60 });
  const changing = createCountedCaller({ ...deps, burst: 300, perMinute: 150 });
  const parts = { ...deps, counted };
  return [
    ...createOwnBoardEndpoints(parts),
    createChangeEndpoint({ ...deps, changing }),
    ...createInviteEndpoints(parts),
    ...createJoinEndpoints(parts),
    ...createMemberEndpoints(parts),
    ...createPublicEndpoints(parts),
    ...createReadingEndpoints(parts),
  ];
}
