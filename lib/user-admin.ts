/** What admins are told of accounts by `/api/users`, as the server says it and the browser reads it. Instants are ISO strings. */
import type { AccountProvider, AccountSession, DatabaseJson } from "./server-backend.ts";

export type UserRole = "admin" | "editor" | "user";
export const userRoles: readonly UserRole[] = ["admin", "editor", "user"];

export const userStates = ["disabled", "unverified", "leaving"] as const;
/** `leaving`: the account waits for its deletion. */
export type UserState = (typeof userStates)[number];

export const userSorts = ["name", "email", "created", "seen"] as const;
export type UserSort = (typeof userSorts)[number];

export type UserRow = {
  uid: string;
  name: string;
  /** Empty when there is none. */
  email: string;
  /** The highest one. */
  role: UserRole;
  disabled: boolean;
  disabledReason: string | null;
  verified: boolean;
  secondFactor: boolean;
  createdAt: string | null;
  lastSeenAt: string | null;
  /** When it is to be deleted. */
  deletionAt: string | null;
};

export type UserPage = {
  rows: UserRow[];
  /** To be sent back for the rows that follow; null after the last one. */
  next: string | null;
  /** More fit than are looked at: a longer search finds them. */
  isCut: boolean;
};

export type UserQuery = {
  /** What a name or an address begins with; or a whole uid. */
  search?: string | undefined;
  role?: UserRole | undefined;
  state?: UserState | undefined;
  sort: UserSort;
  descending: boolean;
  cursor?: string | undefined;
};

export type LedgerEntry = {
  id: string;
  at: string;
  /** Negative when it was taken. */
  amount: number;
  /** After it. */
  balance: number;
  reason: string;
  /** The uid of who did it, or `server`. */
  by: string;
};

export type SignInEvent = {
  id: string;
  at: string;
  kind: string;
  network: string | null;
};

/** All that an admin can see of somebody: nothing of what they keep in their tools. */
export type UserDetails = {
  row: UserRow;
  /** `users/{uid}`, as it is stored. */
  record: { [field: string]: DatabaseJson } | null;
  roles: { admin: boolean; editor: boolean; user: boolean };
  account: {
    email: string | null;
    emailVerified: boolean;
    displayName: string | null;
    disabled: boolean;
    createdAt: string;
    lastLoginAt: string | null;
    hasSecondFactor: boolean;
    providers: AccountProvider[];
  };
  /** Null before the account has one. */
  tokens: { balance: number; ledger: LedgerEntry[] } | null;
  /** Null at Firebase, which has no such list. */
  sessions: AccountSession[] | null;
  storage: { objects: number; usedBytes: number; limitBytes: number | null; isOwnLimit: boolean };
  /** Null at Firebase. */
  signIns: SignInEvent[] | null;
  /** What admins did to the account, newest first. */
  audit: AuditRow[];
};

export type AuditRow = {
  id: string;
  at: string;
  /** A uid, `server` or `cli`. */
  actor: string;
  actorName: string | null;
  action: string;
  target: string | null;
  targetName: string | null;
  details: Record<string, string | number | boolean>;
  undoes: string | null;
};

export type AuditPage = { entries: AuditRow[]; next: string | null };

/** What can be done to many at once. */
export type UserAct =
  | { do: "role"; role: UserRole }
  | { do: "disable"; reason: string }
  | { do: "enable" }
  /** `key`: the same one again does nothing. Below zero it takes. */
  | { do: "tokens"; amount: number; reason: string; key: string }
  | { do: "delete" }
  | { do: "restore" };

/** Of tokens and of a disabled account; UTF-16 units. */
export const maxReasonLength = 200;

/** At once. */
export const maxUsersOfAct = 200;

export type UserActResult =
  /** `audit`: its entry, null where that is kept by what does it. */
  | { uid: string; done: true; audit: string | null }
  | { uid: string; done: false; code: string; message: string };

export type JobRow = {
  id: string;
  kind: string;
  state: "waiting" | "running" | "done" | "failed";
  dueAt: string | null;
  attempt: number;
  error: string | null;
  createdAt: string;
  finishedAt: string | null;
  isRecurring: boolean;
};

export type JobPage = { jobs: JobRow[]; next: string | null };

export const permissionCallers = ["visitor", "user", "editor", "admin"] as const;
export type PermissionCaller = (typeof permissionCallers)[number];
export const permissionVerbs = ["get", "list", "create", "update", "delete"] as const;
export type PermissionVerb = (typeof permissionVerbs)[number];

export type PermissionCell = {
  allowed: boolean;
  /** `firebase/firestore.rules:12:7`, of the rule that grants; of a refusal the last one that was asked. */
  rule: string | null;
  /** Which rules were asked and why each grants or does not. */
  why: string[];
};

export type PermissionRow = {
  area: string;
  service: "database" | "firestore" | "storage";
  /** Undefined where nobody is asked, as there is no such thing. */
  cells: Partial<Record<PermissionVerb, Record<PermissionCaller, PermissionCell>>>;
};

export type Permissions = { rows: PermissionRow[]; isHosted: boolean };
