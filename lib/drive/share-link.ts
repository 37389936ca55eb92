/** Share links: what their owner's browser and the server say to each other, and what a visitor's page shows. */

/** 131 bits: nobody guesses one. */
export const shareTokenLength = 28;
export const mostSharePassword = 200;
/** A link that may be used more often needs no limit. */
export const mostShareLimit = 1_000_000;

export type ShareLink = {
  token: string;
  /** Of this site. */
  path: string;
  /** The node's id. */
  node: string;
  /** Of the node now; empty: it is gone, and the link leads nowhere. */
  name: string;
  kind: "file" | "folder";
  /** ISO, UTC. */
  createdAt: string;
  /** ISO, UTC; null: it does not end. */
  expiresAt: string | null;
  hasPassword: boolean;
  /** Downloads in all; null: any number. */
  limit: number | null;
  downloads: number;
  /** How often its page was looked at. */
  views: number;
  /** Photos go out with the place where they were taken. */
  keepPlaces: boolean;
  /** The page says who shares it. */
  showName: boolean;
};

/** What may be chosen, and changed later. `password`: null: none; left out in a change: the one it has. */
export type ShareChoices = {
  expiresAt: string | null;
  password: string | null;
  limit: number | null;
  keepPlaces: boolean;
  showName: boolean;
};

export type ShareLogEntry = {
  /** Milliseconds since 1970. */
  at: number;
  act: "page" | "file" | "zip" | "wrong-password";
  /** Of what was downloaded; empty for the link itself. */
  name: string;
  /** `Firefox on desktop`; empty: it does not say. */
  device: string;
};

export type SharedRow = {
  id: string;
  name: string;
  kind: "file" | "folder";
  /** Bytes; 0 for a folder. */
  size: number;
  /** In words. */
  on: string;
};

type Shown = {
  token: string;
  name: string;
  /** Who shares it; empty: it does not say. */
  by: string;
  /** In words; empty: it does not end. */
  until: string;
  /** Downloads that are left; null: any number. */
  left: number | null;
};

/** What the page of a link shows. `gone`: there is none, or no more: nobody learns which. */
export type SharedPage =
  | { kind: "gone" }
  | { kind: "failed" }
  | { kind: "locked"; token: string; problem: "" | "wrong" | "often" }
  | (Shown & { kind: "file"; id: string; size: number; on: string })
  | (Shown & {
      kind: "folder";
      id: string;
      /** The folders from the shared one down to this one. */
      path: { id: string; name: string }[];
      rows: SharedRow[];
      /** There are more than are listed. */
      isCut: boolean;
    });

const token = `[a-z]{${shareTokenLength}}`;
const pagePattern = new RegExp(`^/FileStorageApp/(${token})$`);
const belowPattern = new RegExp(
  `^/FileStorageApp/(${token})/(?:(open)|(file|zip)/([a-z0-9]{20}))$`,
);

export function sharePath(ofToken: string): string {
  return `/FileStorageApp/${ofToken}`;
}

export function tokenOfPath(path: string): string | undefined {
  return pagePattern.exec(path)?.[1];
}

/** What is no address of a link there, either. */
export function isBelowShares(path: string): boolean {
  return path.startsWith("/FileStorageApp/");
}

/** What is opened and downloaded by a link; pages have one segment less. */
export function isShareAct(path: string): boolean {
  return /^\/FileStorageApp\/[^/]+\/./.test(path);
}

export type ShareAct =
  | { act: "open"; token: string }
  | { act: "file" | "zip"; token: string; id: string };

export function shareActOf(path: string): ShareAct | undefined {
  const [, ofToken, open, act, id] = belowPattern.exec(path) ?? [];
  if (ofToken === undefined) return undefined;
  if (open !== undefined) return { act: "open", token: ofToken };
  if (id === undefined) return undefined;
  return { act: act === "zip" ? "zip" : "file", token: ofToken, id };
}
