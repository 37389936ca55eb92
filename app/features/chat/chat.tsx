/** /Chat: rooms at the side, one of them open, what belongs to it in the panel. */
import { useCallback, useEffect, useMemo } from "react";
import { markRoom, markedRoom } from "#app/live/chat/kept-chat.ts";
import { bePresent } from "#app/live/chat/presence.ts";
import { MantinePlace } from "#app/parts/tool-frame/mantine-place.tsx";
import { useSession } from "#app/session/session.ts";
import type { SessionUser } from "#app/session/session.ts";
import { NewAiChat } from "./ai/late-ai.tsx";
import type { ToolProps } from "#app/ui/create-from.ts";
import { ListPlace } from "./list-place.tsx";
import { RoomDialog, RoomPlace, WriteDialog } from "./late-views.tsx";
import { RefusedNews } from "./nav/refused-list.tsx";
import { type Chat, ChatContext, useOwnRooms } from "./store/use-chat.ts";
import { useOutgoing } from "./store/use-outgoing.ts";
import { useToldRead } from "./store/use-told-read.ts";
import { useAddress } from "./use-address.ts";
import { usePartsAhead } from "./use-parts-ahead.ts";
import { roomOf as roomIn } from "./views.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/chat.css";

export default function ChatTool({ createFrom }: ToolProps) {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <ChatOf key={user.uid} user={user} createFrom={createFrom} /> : null;
}

function ChatOf({ user, createFrom }: ToolProps & { user: SessionUser }) {
  const { uid, roles } = user;
  const { query, go } = useAddress();
  const rooms = useOwnRooms(uid);
  const outgoing = useOutgoing(uid);
  usePartsAhead();
  useEffect(() => bePresent(uid), [uid]);
  const roomOf = useCallback((id: string) => rooms.rooms.find((one) => one.id === id), [rooms]);
  const isAdmin = roles.admin;
  const isEditor = roles.admin || roles.editor;
  const chat = useMemo(
    (): Chat => ({ uid, rooms, outgoing, roomOf, go, createFrom, isAdmin, isEditor }),
    [uid, rooms, outgoing, roomOf, go, createFrom, isAdmin, isEditor],
  );
  const id = roomIn(query);
  useToldRead(uid, rooms, { room: id, thread: query.thread });
  useEffect(() => {
    // Who is elsewhere and comes back opens it again.
    if (markedRoom(uid) !== id) markRoom(uid, null);
  }, [uid, id]);
  const closeDialog = () => go({ ...query, make: "" }, { replace: true });
  return (
    <ChatContext value={chat}>
      <RefusedNews />
      <MantinePlace>
        {id === "" ? <ListPlace query={query} /> : <RoomPlace key={id} id={id} query={query} />}
        {query.make === "new" || query.make === "owner" ? (
          <WriteDialog isToOwner={query.make === "owner"} onClose={closeDialog} />
        ) : null}
        {query.make === "ai" ? <NewAiChat onClose={closeDialog} /> : null}
        {query.make === "room" ? <RoomDialog onClose={closeDialog} /> : null}
      </MantinePlace>
    </ChatContext>
  );
}
