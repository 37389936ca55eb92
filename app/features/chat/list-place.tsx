/** The tool without a room: the list of rooms, and beside it public rooms, requests, threads or reports. */
import { Button } from "@mantine/core";
import { useMemo } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { BrowseView, ReportsView, RequestsView, ThreadsView } from "./late-views.tsx";
import { RoomList } from "./nav/room-list.tsx";
import { useChat } from "./store/use-chat.ts";
import { type ChatQuery, viewOf, viewTitles } from "./views.ts";

export function ListPlace({ query }: { query: ChatQuery }) {
  const { go, rooms, isEditor } = useChat();
  const named = viewOf(query);
  const view = named === "reports" && !isEditor ? "rooms" : named;
  const shortcuts = useMemo(
    () => [{ key: "n", title: "Write to somebody", run: () => go({ make: "new" }) }],
    [go],
  );
  const views = {
    browse: <BrowseView />,
    requests: <RequestsView />,
    threads: <ThreadsView />,
    reports: <ReportsView />,
    rooms:
      rooms.status === "ready" && rooms.rooms.length === 0 ? (
        <EmptyRoom
          title="Nothing has been said yet"
          text="Write to somebody of this site, come into a public room, or make one of your own for a few people."
          action={
            <div className="record-acts">
              <Button onClick={() => go({ make: "new" })}>Write to somebody</Button>
              <Button variant="default" onClick={() => go({ view: "browse" })}>
                Public rooms
              </Button>
            </div>
          }
        />
      ) : (
        <p className="chat-choose faint">Choose a room, or write to somebody.</p>
      ),
  };
  return (
    <ToolFrame
      title={viewTitles[view]}
      shortcuts={shortcuts}
      action={<Button onClick={() => go({ ...query, make: "new" })}>New message</Button>}
    >
      <div className="chat" data-place={view === "rooms" ? "list" : "view"}>
        <div className="chat-body">
          <RoomList view={view} />
          <div className="chat-main chat-view">
            {view === "rooms" ? null : (
              <button type="button" className="chat-back act" onClick={() => go({})}>
                All rooms
              </button>
            )}
            {views[view]}
          </div>
        </div>
      </div>
    </ToolFrame>
  );
}
