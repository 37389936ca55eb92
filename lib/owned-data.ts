/**
 * Every place that belongs to one account, and what an export of its data and the deletion of the account do with it.
 * Whoever keeps something by uid adds a row; tests hold this equal to the rules files and to what the server stores.
 */

type Row = {
  /** Unique. Of an exported place also the name of its file. */
  id: string;
  /** As people read it. */
  title: string;
  /** Why it is not in an export; it is when this is missing. */
  notExported?: string;
  /** What is left of it after a deletion, and why; nothing when this is missing. */
  stays?: string;
};

export type OwnedPlace = Row &
  (
    | { store: "database"; path: string }
    /** One document. */
    | { store: "document"; path: string }
    /** All documents at any depth below a place. */
    | { store: "documents-below"; path: string }
    /** Documents of a collection whose field has the uid. */
    | { store: "documents-with"; collection: string; field: string }
    /** Stored files whose names begin so. */
    | { store: "files"; prefix: string }
    /** Part of something that several people share; see `memberships`. */
    | { store: "shared"; path: string }
  );

const bySign = "Only the sign-in needs it, and who has it could sign in.";
const byAddress = "It is a secret address of yours, and holds nothing that you wrote.";
const transient = "It is gone within minutes.";
const rebuilt = "It repeats what is in other files.";

/** In the order in which a deletion goes through them; `{uid}` stands for the account. */
export const ownedData: readonly OwnedPlace[] = [
  {
    id: "documents",
    title: "Journal, paintings, AI chats, done tasks and other documents",
    store: "documents-below",
    path: "users/{uid}",
  },
  { id: "files", title: "Files", store: "files", prefix: "users/{uid}/" },
  {
    id: "avatar",
    title: "Pictures of the profile",
    store: "files",
    prefix: "public/avatars/{uid}/",
  },
  { id: "todos", title: "Todo lists", store: "database", path: "todos/{uid}" },
  {
    id: "journalPings",
    title: "When a journal was last changed",
    store: "database",
    path: "journalPings/{uid}",
    notExported: rebuilt,
  },
  {
    id: "drivePings",
    title: "When files were last changed",
    store: "database",
    path: "drivePings/{uid}",
    notExported: rebuilt,
  },
  { id: "notifications", title: "Notifications", store: "database", path: "notifications/{uid}" },
  { id: "presence", title: "When you were last here", store: "database", path: "presence/{uid}" },
  {
    id: "memberships",
    title: "Rooms, boards and folders you belong to",
    store: "documents-with",
    collection: "memberships",
    field: "uid",
  },
  {
    id: "folderMembers",
    title: "Who was let into your folders",
    store: "documents-with",
    collection: "memberships",
    field: "owner",
    notExported: "It names others.",
  },
  {
    id: "folderInvites",
    title: "Invites to folders that you made",
    store: "documents-with",
    collection: "folderInvites",
    field: "by",
  },
  {
    id: "shares",
    title: "Share links",
    store: "documents-with",
    collection: "shares",
    field: "owner",
    notExported: byAddress,
  },
  {
    id: "zipTickets",
    title: "Addresses of ZIP files",
    store: "documents-with",
    collection: "zipTickets",
    field: "uid",
    notExported: transient,
  },
  {
    id: "chat",
    title: "Chat rooms",
    store: "shared",
    path: "chat/{room}/members/{uid}",
    notExported: "Rooms are shared: what others wrote is theirs.",
    stays: "What you wrote to others stays with them, as written by a deleted user.",
  },
  { id: "chatOf", title: "Chat rooms you belong to", store: "database", path: "chatOf/{uid}" },
  {
    id: "chatReads",
    title: "How far you have read in chat rooms",
    store: "database",
    path: "chatReads/{uid}",
  },
  {
    id: "chatBlocks",
    title: "Whom you take no messages from",
    store: "database",
    path: "chatBlocks/{uid}",
  },
  {
    id: "chatReports",
    title: "Messages that you reported",
    store: "documents-with",
    collection: "chatReports",
    field: "reportedBy",
    notExported: "What others wrote is in them.",
  },
  {
    id: "boards",
    title: "Boards",
    store: "shared",
    path: "boards/{board}/members/{uid}",
    notExported: "Boards are shared: what others wrote is theirs.",
    stays:
      "A board of yours passes to another member; one without other members goes. What you wrote on boards of others stays with them, as by a former member.",
  },
  {
    id: "boardsOf",
    title: "Boards you belong to",
    store: "database",
    path: "boardsOf/{uid}",
  },
  {
    id: "boardInvites",
    title: "Invites to boards that you made",
    store: "documents-with",
    collection: "boardInvites",
    field: "by",
  },
  {
    id: "passkeys",
    title: "Passkeys",
    store: "documents-with",
    collection: "passkeys",
    field: "uid",
  },
  {
    id: "passkeyOwners",
    title: "Number of passkeys",
    store: "document",
    path: "passkeyOwners/{uid}",
    notExported: rebuilt,
  },
  {
    id: "recoveryCodes",
    title: "Recovery codes",
    store: "document",
    path: "recoveryCodes/{uid}",
    notExported: bySign,
  },
  {
    id: "inviteUses",
    title: "Invites you came by",
    store: "documents-with",
    collection: "inviteUses",
    field: "uid",
  },
  {
    id: "uploadReservations",
    title: "Uploads under way",
    store: "documents-with",
    collection: "uploadReservations",
    field: "uid",
    notExported: transient,
  },
  {
    id: "drive",
    title: "Counts of files",
    store: "document",
    path: "drives/{uid}",
    notExported: rebuilt,
  },
  {
    id: "storageUsage",
    title: "Space that files take",
    store: "document",
    path: "storageUsage/{uid}",
    notExported: rebuilt,
  },
  {
    id: "storageQuota",
    title: "Space of your own",
    store: "document",
    path: "storageQuotas/{uid}",
  },
  {
    id: "todoFeeds",
    title: "Address of the todo calendar",
    store: "documents-with",
    collection: "todoFeeds",
    field: "uid",
    notExported: byAddress,
  },
  {
    id: "journalReminders",
    title: "When you are reminded to write",
    store: "documents-with",
    collection: "journalReminders",
    field: "uid",
  },
  {
    id: "reminders",
    title: "Reminders that are due soon",
    store: "documents-with",
    collection: "reminders",
    field: "uid",
    notExported: rebuilt,
  },
  {
    id: "pushSubscriptions",
    title: "Devices that show notifications",
    store: "documents-with",
    collection: "pushSubscriptions",
    field: "uid",
    notExported: byAddress,
  },
  {
    id: "notificationSettings",
    title: "How notifications come to you",
    store: "document",
    path: "notificationSettings/{uid}",
  },
  {
    id: "exportTickets",
    title: "Addresses of exports",
    store: "documents-with",
    collection: "exportTickets",
    field: "uid",
    notExported: transient,
  },
  {
    id: "aiRuns",
    title: "What you asked the AI, and its cost",
    store: "database",
    path: "aiRuns/{uid}",
  },
  {
    id: "aiCap",
    title: "Your own limit for the AI",
    store: "database",
    path: "aiCaps/{uid}",
  },
  { id: "tokens", title: "AI tokens", store: "database", path: "tokenAccounts/{uid}" },
  {
    id: "token-history",
    title: "History of AI tokens",
    store: "database",
    path: "tokenLedger/{uid}",
  },
  {
    id: "gamePlayers",
    title: "Best results in games, and whether your name is shown with them",
    store: "database",
    path: "gamePlayers/{uid}",
  },
  { id: "gameRuns", title: "Games under way", store: "database", path: "gameRuns/{uid}" },
  {
    id: "gameLogs",
    title: "Games of yours that anybody may watch",
    store: "database",
    path: "gameLogs/{uid}",
  },
  {
    id: "leaderboards",
    title: "Places on leaderboards",
    store: "shared",
    path: "leaderboards/{game}/{board}/{period}/{uid}",
    notExported: rebuilt,
  },
  {
    id: "directory",
    title: "Entry in the list of users",
    store: "database",
    path: "directory/{uid}",
    notExported: rebuilt,
  },
  { id: "profile", title: "Profile that others see", store: "database", path: "profiles/{uid}" },
  { id: "record", title: "Account record", store: "database", path: "users/{uid}" },
];

/** What the server stores by collection and that belongs to nobody, or outlives who it names. */
export const unownedData: Readonly<Record<string, string>> = {
  projects: "Content of the site.",
  certificates: "Content of the site.",
  problems: "Content of the site.",
  problemNotes: "Content of the site.",
  foodPosts: "Content of the site.",
  foodWishlist: "Content of the site.",
  snapshots: "What other sites say in public of the owner.",
  site: "Content of the site.",
  versions: "Content of the site, with the name of who published it.",
  drafts: "Content of the site, with the name of who wrote it last.",
  schedules: "Content of the site: what is published when.",
  trash: "Content of the site: what was deleted, for 30 days.",
  pageViews: "Counts, of nobody in particular.",
  pageViewDays: "Counts, of nobody in particular.",
  pageViewVisitors: "Of visitors whom nobody can name; gone when the day is over.",
  webVitalDays: "How fast pages were, for nobody in particular.",
  boardLogs: "Of a board: what was done on it, with ids; it goes with the board.",
  publicBoards: "Which board an address shows; it goes with the board.",
  inbox: "Messages of visitors to the owner.",
  linkChecks: "Of content: which of its links lead nowhere.",
  expiryReminders: "Of certificates: which expiry the owner was told of.",
  invites: "Of admins, with the id of who made each.",
  server: "Of the server itself.",
  leases: "Which copy of the server does what.",
  passkeyChallenges: "Marks of answered passkey requests; they name nobody.",
  jobs: "Names the deletion, the reminder or the device it is for, not the account.",
  auditLog: "What admins did, with the account's id: kept so that they can be held to it.",
  deletions:
    "Goes an hour after the account, as the last of all, when what was written meanwhile is erased, too.",
  tokenGrants: "Keyed hashes of confirmed e-mails: nobody can read one from them.",
  deletionReceipts: "The receipt itself: numbers, no name and no id of an account.",
  gameSeeds: "What all play with on a day.",
  gameLogOwners: "Whose game an id is, which may be watched: it goes with the game.",
  aiRunning: "Which answers of the AI are under way; gone when they end.",
  aiBudget: "What the AI cost each day and by whom, for 90 days.",
  aiSettings: "What the owner chose of the AI.",
  chatRooms: "Rooms that everybody may come into, with no name of anybody.",
  chatTyping: "Who writes just now: it goes when they stop, or leave.",
  chatMarks:
    "Who was removed from a room or left it muted: it goes once that is over, or with the account the next day.",
  editing: "Who edits what just now: it goes when their tab closes.",
};

/** @throws Error for a uid that could lead to another place. */
export function placeOf(pattern: string, uid: string): string {
  if (uid === "" || uid.includes("/")) throw new Error("This uid can have no place of its own.");
  return pattern.replaceAll("{uid}", () => uid);
}
