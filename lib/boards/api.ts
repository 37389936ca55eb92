/** What `/api/boards…` is sent and answers, beside changes of cards (docs/boards.md). A refusal is `{error: {code, message}}`. */
import type { LogEntry } from "./judge-input.ts";
import type { Role } from "./roles.ts";

/** Somebody becomes an owner once they are a member. */
export type InvitedRole = Exclude<Role, "owner">;

/** Of `GET /api/boards`: one of the caller's, as `boardsOf/{uid}/{board}` has it. */
export type OwnBoard = {
  id: string;
  role: Role;
  name: string;
  colour: string;
  /** Since when the caller is a member: milliseconds since 1970. */
  at: number;
};

/** An invite to the caller's confirmed address. */
export type InviteToMe = {
  id: string;
  board: { name: string; colour: string };
  /** Who invites, as others see them; empty: they have no name. */
  by: string;
  role: InvitedRole;
  /** Milliseconds since 1970. */
  createdAt: number;
  expiresAt: number;
};

/** `GET /api/boards` */
export type OwnBoards = { boards: OwnBoard[]; invites: InviteToMe[] };

/** `POST /api/boards`; 201 `MadeBoard`, 409 `too-many-boards`. */
export type NewBoard = {
  name: string;
  /** Empty, or one of lib/records/colours.ts. */
  colour: string;
  /** IANA. */
  zone: string;
};
export type MadeBoard = { board: string };

/**
 * `POST /api/boards/{board}/invites`, by owners. To an address: always 204, whether it has an account or not; renews one
 * that is open. A link: 201 `MadeLink`. 409 `too-many-invites`; 429.
 */
export type NewInvite =
  | { email: string; role: InvitedRole }
  | { link: { role: InvitedRole; days: number; uses: number } };
export type MadeLink = {
  id: string;
  /** For `/TaskManager#join=SECRET`; it is shown here and never again. */
  secret: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
};

/** One that is open, as owners see it. */
export type BoardInvite = {
  id: string;
  role: InvitedRole;
  /** Who made it, as they are called; empty: they have no name. */
  by: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  expiresAt: number;
} & ({ kind: "address"; email: string } | { kind: "link"; uses: number; maxUses: number });

/** `GET /api/boards/{board}/invites`, by owners: the newest first. */
export type BoardInvites = { invites: BoardInvite[] };

/** `POST /api/boards/{board}/invites/revoke`, by owners: 204, also when it has ended already. */
export type RevokedInvite = { id: string };

/**
 * `POST /api/boards/invites/accept` answers `MadeBoard`, `…/decline` 204. 404 `no-such-invite`: it has ended, was taken
 * back, or is for somebody else. 409 `board-full` or `too-many-boards`.
 */
export type AnsweredInvite = { id: string };

/** `POST /api/boards/join/look` answers `LinkedBoard`, `POST /api/boards/join` answers `MadeBoard`; refusals as above. */
export type JoinLink = { secret: string };
export type LinkedBoard = {
  name: string;
  colour: string;
  /** Who invites, as they are called. */
  by: string;
  role: InvitedRole;
  /** Its id, when the caller is a member already; else null. */
  board: string | null;
};

/** `POST /api/boards/{board}/members/role`, by owners: 204; 409 `last-owner`; 404 `no-such-member`. */
export type ChangedRole = { uid: string; role: Role };

/** `POST /api/boards/{board}/members/remove`, by owners: 204, also when they are none any more; 409 `last-owner`. */
export type RemovedMember = { uid: string };

/** `POST /api/boards/{board}/delete`, by owners: 204; 409 `wrong-name` unless it is the board's name now. */
export type DeletedBoard = {
  /** As people see it. */
  name: string;
};

// `POST /api/boards/{board}/leave`, by every member, without a body: 204; 409 `last-owner`.

/** What visitors see of a board beside its columns and cards. */
export type PublicChoices = {
  /** Descriptions of cards. */
  notes: boolean;
  comments: boolean;
  /** Search engines may list it. */
  index: boolean;
};

/**
 * `POST /api/boards/{board}/public`, by owners; answers `PublicState`. Switched on anew it has another address each time;
 * while it is on only the choices change.
 */
export type NewPublicState = PublicChoices & { on: boolean };

/** `GET /api/boards/{board}/public`, by members. */
export type PublicState =
  | { on: false }
  | (PublicChoices & {
      on: true;
      /** Of this site: `/TaskManager/abc…`. Whoever has it sees the board. */
      path: string;
      /** Milliseconds since 1970. */
      since: number;
    });

/** `GET /api/public-boards?after=…`, by admins: a page of all boards with a public page, in no order. */
export type AdminPublicBoards = {
  boards: AdminPublicBoard[];
  /** `after` of the page that follows; null: this is the last one. */
  next: string | null;
};
export type AdminPublicBoard = {
  board: string;
  name: string;
  /** Of this site: `/TaskManager/abc…`. */
  path: string;
  /** Milliseconds since 1970. */
  since: number;
  /** Search engines may list it. */
  index: boolean;
  /** As the board's members see them; a name may be empty. */
  owners: { uid: string; name: string }[];
};

// `POST /api/public-boards/end`, by admins, `{board}`: 204, also when it is not open any more.

/** `GET /api/boards/{board}/log?before=s000000123`, by members: what is older than the database keeps, the last first. */
export type OlderLog = { entries: (LogEntry & { key: string })[] };

// `GET /api/boards/{board}/export.json`, by members: all of the board as a file.
