/** All that concerns who belongs to a board, put together. */
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import { type BoardEnd, createBoardEnd } from "./board-end.ts";
import { type UpdateBoard, createBoardUpdates } from "./board-updates.ts";
import { type Invites, createInvites } from "./invites.ts";
import { type Joining, createJoining } from "./joining.ts";
import { type MemberActs, createMemberActs } from "./member-acts.ts";
import { type OwnBoards, createOwnBoards } from "./own-boards.ts";

export type BoardPeople = {
  update: UpdateBoard;
  end: BoardEnd;
  invites: Invites;
  members: MemberActs;
  joining: Joining;
  ownBoards: OwnBoards;
  jobKinds: JobKinds;
  /** What becomes of boards when an account goes. */
  ofAccounts: {
    leave: { boards: MemberActs["accountEnds"] };
    forgetAddress: Invites["forgetAddress"];
  };
};

export function createBoardPeople(deps: {
  backend: ServerBackend;
  /** They are made with the kinds that are given back here. */
  jobs: () => {
    schedule(kind: string, job: { id?: string; dueAt: Date; data: PlainFields }): Promise<string>;
  };
  log: Log;
  /** Is called after each change of a board. */
  changed?: ((board: string) => void) | undefined;
  /** Tells what nobody was told of yet. @throws BackendError */
  follow?: ((board: string) => Promise<void>) | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}): BoardPeople {
  const parts = { ...deps, update: createBoardUpdates(deps) };
  const end = createBoardEnd(parts);
  const invites = createInvites(parts);
  const members = createMemberActs({ ...parts, end, invites });
  return {
    update: parts.update,
    end,
    invites,
    members,
    joining: createJoining(parts),
    ownBoards: createOwnBoards({ ...parts, end }),
    jobKinds: end.jobKinds,
    ofAccounts: {
      leave: { boards: (uid, board) => members.accountEnds(uid, board) },
      forgetAddress: (email) => invites.forgetAddress(email),
    },
  };
}
