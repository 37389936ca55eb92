/** The rooms of an account with what is unread in them, live, and what it has blocked. */
import type { ChatRead, ListedRoom, OwnRoom, RoomFacts, RoomHead } from "#lib/chat/room.ts";
import { atMostEach } from "./at-most-each.ts";
import { readKept, writeKept } from "./kept-chat.ts";
import { type Unread, unreadOf } from "./unread.ts";

export type Room = OwnRoom & {
  id: string;
  title: string;
  topic: string;
  isArchived: boolean;
  head: RoomHead | undefined;
  read: ChatRead | undefined;
  unread: Unread;
};

export type RoomsState = {
  status: "loading" | "ready";
  /** The one with the newest message first. */
  rooms: readonly Room[];
  /** How many rooms wait for them. */
  waiting: number;
  /** Public rooms, theirs too; undefined: the server has not told yet. */
  listed: readonly (ListedRoom & { id: string })[] | undefined;
  blocked: ReadonlySet<string>;
  /** What is shown may be old. */
  isOld: boolean;
};

export type Rooms = {
  uid: string;
  snapshot(): RoomsState;
  subscribe(listener: () => void): () => void;
  close(): void;
};

type Follow = (
  path: string,
  told: (value: unknown) => void,
  failed: (error: unknown) => void,
) => () => void;

type Kept = {
  own: Record<string, OwnRoom>;
  heads: Record<string, RoomHead>;
  facts: Record<string, RoomFacts>;
  reads: Record<string, ChatRead>;
};

/** Each of some hundred rooms is told of by itself. */
const shownEachMs = 50;
const keptEachMs = 1000;

const nothing: Kept = { own: {}, heads: {}, facts: {}, reads: {} };

type RoomsParts = {
  follow: Follow;
  /** Told which there are, each time that the server says. */
  onRooms: (ids: ReadonlySet<string>) => void;
  /** False once the account has left this browser. */
  mayKeep: () => boolean;
};

export function openRooms(uid: string, { follow, onRooms, mayKeep }: RoomsParts): Rooms {
  const kept = readKept(uid, "rooms") as Partial<Kept> | undefined;
  let data: Kept = { ...nothing, ...kept };
  let listed: Record<string, ListedRoom> | undefined;
  let blocked: ReadonlySet<string> = new Set();
  let hasTold = false;
  let hasReads = false;
  let isOld = kept !== undefined;
  const listeners = new Set<() => void>();
  const stops: (() => void)[] = [];
  const ofRoom = new Map<string, () => void>();
  let state: RoomsState | undefined;

  const telling = atMostEach(shownEachMs, () => {
    for (const listener of listeners) listener();
  });
  const keep = () => {
    if (mayKeep()) writeKept(uid, "rooms", data);
  };
  const keeping = atMostEach(keptEachMs, keep);

  function changed(): void {
    state = undefined;
    telling.run();
  }

  function heard(next: Partial<Kept>): void {
    data = { ...data, ...next };
    if (hasTold) keeping.run();
    changed();
  }

  const old = () => {
    isOld = true;
    changed();
  };

  function followRoom(id: string): () => void {
    const put = (name: "heads" | "facts") => (value: unknown) => {
      const { [id]: _before, ...others } = data[name];
      const now = value === null ? others : { ...others, [id]: value };
      heard({ [name]: now });
    };
    // Who is removed is told by the list.
    const ignore = () => {};
    const ends = [
      follow(`chat/${id}/head`, put("heads"), ignore),
      follow(`chat/${id}/room`, put("facts"), ignore),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  stops.push(
    follow(
      `chatOf/${uid}`,
      (value) => {
        const own = recordOf<OwnRoom>(value);
        hasTold = true;
        isOld = false;
        for (const [id, end] of ofRoom) {
          if (own[id] !== undefined) continue;
          end();
          ofRoom.delete(id);
        }
        const only = <Value>(of: Record<string, Value>) =>
          Object.fromEntries(Object.entries(of).filter(([id]) => own[id] !== undefined));
        heard({ own, heads: only(data.heads), facts: only(data.facts) });
        onRooms(new Set(Object.keys(own)));
        for (const id of Object.keys(own)) {
          if (!ofRoom.has(id)) ofRoom.set(id, followRoom(id));
        }
      },
      old,
    ),
    follow(
      `chatReads/${uid}`,
      (value) => {
        hasReads = true;
        heard({ reads: recordOf<ChatRead>(value) });
        // The page may be loaded anew in the next moment, and begins with what is new by this.
        if (hasTold) keep();
      },
      old,
    ),
    follow(
      "chatRooms",
      (value) => {
        listed = recordOf<ListedRoom>(value);
        changed();
      },
      old,
    ),
    follow(
      `chatBlocks/${uid}`,
      (value) => {
        blocked = new Set(Object.keys(recordOf(value)));
        changed();
      },
      old,
    ),
  );

  function roomOf(id: string, own: OwnRoom): Room {
    const [head, facts, read] = [data.heads[id], data.facts[id], data.reads[id]];
    return {
      ...own,
      id,
      title: own.kind === "direct" ? own.name : (facts?.name ?? own.name),
      topic: facts?.topic ?? "",
      isArchived: (facts?.archived ?? 0) > 0,
      head,
      read,
      unread: unreadOf(own, head, read),
    };
  }

  return {
    uid,
    snapshot() {
      if (state) return state;
      const at = ({ head, at: since }: Room) => head?.at ?? since;
      const rooms = Object.entries(data.own)
        .map(([id, own]) => roomOf(id, own))
        .toSorted((a, b) => at(b) - at(a));
      state = {
        status: (hasTold && hasReads) || kept !== undefined ? "ready" : "loading",
        rooms,
        waiting: rooms.filter(({ unread }) => unread.isLoud).length,
        listed: listed && Object.entries(listed).map(([id, one]) => ({ ...one, id })),
        blocked,
        isOld,
      };
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const end of [...stops, ...ofRoom.values()]) end();
      listeners.clear();
      telling.end();
      keeping.end();
    },
  };
}

function recordOf<Value>(value: unknown): Record<string, Value> {
  return typeof value === "object" && value !== null ? (value as Record<string, Value>) : {};
}
