/** What the server does with boards beside their cards: members, invites, the board itself. All throw ApiError. */
import type {
  BoardInvite,
  BoardInvites,
  LinkedBoard,
  MadeBoard,
  MadeLink,
  NewBoard,
  NewInvite,
  NewPublicState,
  OwnBoards,
  PublicState,
} from "#lib/boards/api.ts";
import type { Role } from "#lib/boards/roles.ts";
import { callApi, readFile } from "./api.ts";

const of = (board: string) => `/api/boards/${board}` as const;

/** Also the invites to who asks. */
export const ownBoards = (signal?: AbortSignal): Promise<OwnBoards> =>
  callApi("GET", "/api/boards", undefined, { signal });

/** @returns its id */
export async function createBoard(board: NewBoard): Promise<string> {
  return (await callApi<MadeBoard>("POST", "/api/boards", board)).board;
}

/** @param name as it is called now */
export const deleteBoard = (board: string, name: string): Promise<void> =>
  callApi("POST", `${of(board)}/delete`, { name });

export const invitePerson = (board: string, invite: Extract<NewInvite, { email: string }>) =>
  callApi<void>("POST", `${of(board)}/invites`, invite);

export const makeLink = (
  board: string,
  invite: Extract<NewInvite, { link: unknown }>,
): Promise<MadeLink> => callApi("POST", `${of(board)}/invites`, invite);

/** The newest first. */
export async function openInvites(
  board: string,
  signal?: AbortSignal,
): Promise<readonly BoardInvite[]> {
  const path = `${of(board)}/invites` as const;
  return (await callApi<BoardInvites>("GET", path, undefined, { signal })).invites;
}

export const revokeInvite = (board: string, id: string): Promise<void> =>
  callApi("POST", `${of(board)}/invites/revoke`, { id });

/** @returns the board's id */
export async function acceptInvite(id: string): Promise<string> {
  return (await callApi<MadeBoard>("POST", "/api/boards/invites/accept", { id })).board;
}

export const declineInvite = (id: string): Promise<void> =>
  callApi("POST", "/api/boards/invites/decline", { id });

export const lookAtLink = (secret: string, signal?: AbortSignal): Promise<LinkedBoard> =>
  callApi("POST", "/api/boards/join/look", { secret }, { signal });

/** @returns the board's id */
export async function joinByLink(secret: string): Promise<string> {
  return (await callApi<MadeBoard>("POST", "/api/boards/join", { secret })).board;
}

export const changeRole = (board: string, uid: string, role: Role): Promise<void> =>
  callApi("POST", `${of(board)}/members/role`, { uid, role });

export const removeMember = (board: string, uid: string): Promise<void> =>
  callApi("POST", `${of(board)}/members/remove`, { uid });

export const leaveBoard = (board: string): Promise<void> => callApi("POST", `${of(board)}/leave`);

/** All of it, as JSON. */
export const exportBoard = (board: string): Promise<Blob> => readFile(`${of(board)}/export.json`);
/** The page that everybody may see who has its address. By members. */
export const publicState = (board: string, signal?: AbortSignal): Promise<PublicState> =>
  callApi("GET", `${of(board)}/public`, undefined, { signal });

export const changePublic = (board: string, state: NewPublicState): Promise<PublicState> =>
  callApi("POST", `${of(board)}/public`, state);
