/** What `/api/drive/{shared,folder,people…}` is sent and answers. docs/files.md; a refusal is `{error: {code, message}}`. */
import type { DriveRole } from "./acts.ts";
import type { DriveFolder, DriveNode } from "./node.ts";

export const folderInviteDays = 30;
/** Of one folder. */
export const mostFolderInvites = 50;
/** Of others, to one account. */
export const mostSharedFolders = 200;

export type InvitedDriveRole = Exclude<DriveRole, "owner">;

/** Who is in a folder besides its owner. Empty names: they have none. */
export type FolderPerson = {
  uid: string;
  name: string;
  role: InvitedDriveRole;
  /** Milliseconds since 1970. */
  since: number;
};

/** One that was not accepted yet, whatever became of it. */
export type FolderInvite = {
  id: string;
  email: string;
  role: InvitedDriveRole;
  /** Milliseconds since 1970. */
  createdAt: number;
  expiresAt: number;
};

/** `GET /api/drive/people?owner=UID&id=FOLDER`, by whoever may see the folder. */
export type FolderPeople = {
  /** Of who asks. */
  role: DriveRole;
  owner: { uid: string; name: string };
  /** By when they came. */
  people: FolderPerson[];
  /** For the owner, the newest first; others get none. */
  invites: FolderInvite[];
  /** For the owner: folders that this one lies in and that others are in, who are in here, too. */
  above: { id: string; name: string }[];
};

/** `POST /api/drive/people` by the owner: always 204, whether the address has an account or not; renews one that is open. */
export type NewFolderInvite = { id: string; email: string; role: InvitedDriveRole };

/** `POST /api/drive/people/role` by the owner: 204. */
export type ChangedFolderRole = { id: string; uid: string; role: InvitedDriveRole };

/** `POST /api/drive/people/remove` by the owner: 204, also who is in it no more. */
export type RemovedPerson = { id: string; uid: string };

/** `POST /api/drive/people/revoke` by the owner: 204, also when it has ended already. */
export type RevokedFolderInvite = { id: string; invite: string };

/** `POST /api/drive/people/leave`: 204. */
export type LeftFolder = { owner: string; id: string };

/** `POST /api/drive/people/accept` answers `{owner, id}`, `…/decline` 204. 404 `no-such-invite`. */
export type AnsweredFolderInvite = { invite: string };
export type JoinedFolder = { owner: string; id: string };

/** A folder of somebody else; its `parent` says nothing. */
export type SharedFolder = {
  node: DriveFolder;
  owner: { uid: string; name: string };
  role: InvitedDriveRole;
};

/** An invite to the caller's confirmed address. */
export type InviteToFolder = {
  id: string;
  folder: string;
  /** Who invites; empty: they have no name. */
  by: string;
  role: InvitedDriveRole;
  /** Milliseconds since 1970. */
  createdAt: number;
  expiresAt: number;
};

/** `GET /api/drive/shared` */
export type SharedFolders = { folders: SharedFolder[]; invites: InviteToFolder[] };

/** `GET /api/drive/folder?owner=UID&id=FOLDER&after=ID` */
export type FolderPage = {
  role: DriveRole;
  /** The folder itself; the `parent` of the topmost one says nothing to others. */
  node: DriveFolder;
  /** From the topmost folder that the caller sees, down to this one. */
  path: { id: string; name: string }[];
  /** What lies in it and is not in the trash. */
  nodes: DriveNode[];
  /** For `after`; null: these were the last. */
  next: string | null;
};

/** `GET /api/drive/find?owner=UID&id=FOLDER&words=…`: what lies at any depth below a folder, by the words of its name. */
export type FoundBelow = {
  nodes: DriveNode[];
  /** By folder: from the one that was asked about down to itself. */
  paths: Record<string, { id: string; name: string }[]>;
  /** False: there may be more than these. */
  isAll: boolean;
};

/** Of one search. */
export const mostFound = 500;
/** Names that one search looks at. */
export const mostLookedAt = 20_000;
