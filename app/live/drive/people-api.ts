/** Who is in a shared folder, and folders of others, as the server has them. All throw ApiError. */
import type {
  FolderPage,
  FolderPeople,
  FoundBelow,
  InvitedDriveRole,
  JoinedFolder,
  SharedFolders,
} from "#lib/drive/people.ts";
import { callApi } from "../api.ts";

/** Also the invites to who asks. */
export const sharedFolders = (signal?: AbortSignal): Promise<SharedFolders> =>
  callApi("GET", "/api/drive/shared", undefined, { signal });

export function folderPage(
  { owner, id, after }: { owner: string; id: string; after?: string | undefined },
  signal?: AbortSignal,
): Promise<FolderPage> {
  const query = new URLSearchParams({ owner, id, ...(after !== undefined && { after }) });
  return callApi("GET", `/api/drive/folder?${query}`, undefined, { signal });
}

export function findBelow(
  asked: { owner: string; id: string; words: string },
  signal?: AbortSignal,
): Promise<FoundBelow> {
  return callApi("GET", `/api/drive/find?${new URLSearchParams(asked)}`, undefined, { signal });
}

export function folderPeople(
  owner: string,
  id: string,
  signal?: AbortSignal,
): Promise<FolderPeople> {
  const query = new URLSearchParams({ owner, id });
  return callApi("GET", `/api/drive/people?${query}`, undefined, { signal });
}

export const inviteToFolder = (
  id: string,
  invite: { email: string; role: InvitedDriveRole },
): Promise<void> => callApi("POST", "/api/drive/people", { id, ...invite });

export const revokeFolderInvite = (id: string, invite: string): Promise<void> =>
  callApi("POST", "/api/drive/people/revoke", { id, invite });

export const changeFolderRole = (
  id: string,
  person: { uid: string; role: InvitedDriveRole },
): Promise<void> => callApi("POST", "/api/drive/people/role", { id, ...person });

export const removeFromFolder = (id: string, uid: string): Promise<void> =>
  callApi("POST", "/api/drive/people/remove", { id, uid });

export const leaveFolder = (owner: string, id: string): Promise<void> =>
  callApi("POST", "/api/drive/people/leave", { owner, id });

export const acceptFolderInvite = (invite: string): Promise<JoinedFolder> =>
  callApi("POST", "/api/drive/people/accept", { invite });

export const declineFolderInvite = (invite: string): Promise<void> =>
  callApi("POST", "/api/drive/people/decline", { invite });
