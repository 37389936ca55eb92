/** Rooms and who belongs to them, put together. */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds, Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import { type UpdateRoom, createChatUpdates } from "./chat-updates.ts";
import { type MemberActs, createMemberActs } from "./member-acts.ts";
import type { ChatNews } from "./notices.ts";
import { type RoomEnd, createRoomEnd } from "./room-end.ts";
import { type RoomLists, createRoomLists } from "./room-lists.ts";
import { type Rooms, createRooms } from "./rooms.ts";

export type ChatRooms = {
  update: UpdateRoom;
  end: RoomEnd;
  lists: RoomLists;
  rooms: Rooms;
  members: MemberActs;
  jobKinds: JobKinds;
  /** What becomes of rooms when an account goes. */
  ofAccounts: { leave: { chat: MemberActs["accountEnds"] } };
};

export function createChatRooms(deps: {
  backend: ServerBackend;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule">;
  tell?: ((news: ChatNews) => void) | undefined;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): ChatRooms {
  const { tell = () => {} } = deps;
  const parts = { ...deps, tell, update: createChatUpdates(deps) };
  const end = createRoomEnd(parts);
  const lists = createRoomLists(parts);
  const rooms = createRooms({ ...parts, add: (...asked) => members.add(...asked) });
  const members = createMemberActs({ ...parts, rooms, end, lists });
  return {
    update: parts.update,
    end,
    lists,
    rooms,
    members,
    jobKinds: { ...end.jobKinds, ...lists.jobKinds },
    ofAccounts: { leave: { chat: (uid, room) => members.accountEnds(uid, room) } },
  };
}
