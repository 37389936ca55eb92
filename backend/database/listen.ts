/** One listen of one socket, and what it is still to be told. */
import type { Caller } from "../http/index.ts";
import type { DatabasePath } from "../rules/index.ts";
import { formatPath, isWithin } from "./path.ts";
import type { Query } from "./query.ts";

/** With more changed places than this, the whole value is sent. */
const MAX_PARTS = 1_000;

/** The socket that listens, as its listens see it. */
export type ListenTarget = {
  /** Notices that its sign-in has expired; called before anything is read for it. */
  refreshAuth(): void;
  caller(): Caller;
  /** The same for callers that are the same. */
  callerKey(): string;
  /** Changes whenever the caller does. */
  authVersion(): number;
  /** @param body JSON */
  push(action: "d" | "m" | "c", body: string): void;
  /** The listen has ended by itself: access was taken away. */
  onEnded(listen: Listen): void;
  /** It cannot be told what it should know: its client must start anew. */
  fail(reason: string): void;
};

export type ListenAnswer = "ok" | "permission_denied" | "too_big" | "unavailable";

/** What is to be told. `parts` as in `RefreshGroup`. */
type Pending = {
  parts: DatabasePath[];
  /** Commits of the first and the last change in it. */
  from: number;
  to: number;
  whenTold: (() => void)[];
};

export type Listen = {
  readonly target: ListenTarget;
  readonly path: DatabasePath;
  readonly query: Query | undefined;
  /** As the client sent it, undefined for a default listen. */
  readonly wireQuery: unknown;
  readonly tag: number | undefined;
  /** Undefined once it has been given. */
  answer: ((status: ListenAnswer) => void) | undefined;
  knownHash: string | undefined;
  ended: boolean;
  pending: Pending | undefined;
  flying: { parts: DatabasePath[]; authVersion: number; whenTold: (() => void)[] } | undefined;
  /** Changes up to this commit are in the whole value that was sent last. */
  wholeAt: number;
  /** How often in a row it had to be read again because something else came in between. */
  retries: number;
};

export const WHOLE: DatabasePath = [];

export function isWhole(parts: readonly DatabasePath[]): boolean {
  return parts[0]?.length === 0;
}

/** Adds a changed place; with none, only the rules are asked again. */
export function addPending(listen: Listen, part: DatabasePath | undefined, commit: number): void {
  listen.pending ??= { parts: [], from: commit, to: commit, whenTold: [] };
  const { pending } = listen;
  pending.from = Math.min(pending.from, commit);
  pending.to = Math.max(pending.to, commit);
  if (part === undefined) return;
  // A filter may let other children in when one changes.
  const place = listen.query === undefined ? part : WHOLE;
  if (pending.parts.some((known) => isWithin(place, known))) return;
  pending.parts = pending.parts.filter((known) => !isWithin(known, place));
  pending.parts.push(place);
  if (pending.parts.length > MAX_PARTS) pending.parts = [WHOLE];
}

/** The push that tells it. @param texts by part */
export function formatPush(
  listen: Listen,
  parts: readonly DatabasePath[],
  texts: readonly string[],
): { action: "d" | "m"; body: string } | undefined {
  const tag = listen.tag === undefined ? "" : `,"t":${listen.tag}`;
  const [first] = parts;
  if (first === undefined) return undefined;
  if (parts.length === 1) {
    const path = JSON.stringify(formatPath([...listen.path, ...first]));
    return { action: "d", body: `{"p":${path},"d":${texts[0]}${tag}}` };
  }
  // One merge, so that no listener sees a write of several paths half done.
  const data = parts.map((part, i) => `${JSON.stringify(formatPath(part))}:${texts[i]}`);
  const path = JSON.stringify(formatPath(listen.path));
  return { action: "m", body: `{"p":${path},"d":{${data.join(",")}}${tag}}` };
}
