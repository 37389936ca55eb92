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

/** The number of the last message that is not new; what was there before they came in is not. */
export function readTo(own: Pick<OwnRoom, "from">, read: ChatRead | undefined): number {
  return Math.max(read?.n ?? 0, own.from ?? 0);
}

export function unreadOf(
  own: Pick<OwnRoom, "from" | "mention" | "threads" | "request">,
  head: Pick<RoomHead, "n"> | undefined,
  read: ChatRead | undefined,
): Unread {
  const count = Math.max(0, (head?.n ?? 0) - readTo(own, read));
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
