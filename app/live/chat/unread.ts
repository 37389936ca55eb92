/** What somebody has not read, by numbers alone. */
import type { ChatRead, OwnRoom, RoomHead } from "#lib/chat/room.ts";

export type Unread = {
  /** Messages after the last one that was read. */
  count: number;
  /** One of them names them. */
  isNamed: boolean;
  /** Threads of theirs with answers that they have not read, by the root's key: how many. */
  threads: Readonly<Record<string, number>>;
  /** It counts among what waits for them. */
  isLoud: boolean;
};

export function unreadOf(
  own: Pick<OwnRoom, "kind" | "mention" | "threads" | "request">,
  head: Pick<RoomHead, "n"> | undefined,
  read: ChatRead | undefined,
): Unread {
  // Of a room that they have never looked at nobody knows where they came in.
  const before = read?.n ?? (own.kind === "direct" ? 0 : (head?.n ?? 0));
  const count = Math.max(0, (head?.n ?? 0) - before);
  const isNamed = (own.mention ?? 0) > (read?.n ?? 0);
  const threads: Record<string, number> = {};
  for (const [root, answers] of Object.entries(own.threads ?? {})) {
    const more = answers - (read?.threads?.[root] ?? 0);
    if (more > 0) threads[root] = more;
  }
  const hasThreads = Object.keys(threads).length > 0;
  const isLoud =
    own.request !== true &&
    (read?.quiet === "none"
      ? false
      : isNamed || (read?.quiet === undefined && (count > 0 || hasThreads)));
  return { count, isNamed, threads, isLoud };
}
