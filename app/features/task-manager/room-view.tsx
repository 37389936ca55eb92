/** What is shown of a board. */
import type { Ref } from "react";
import type { BoardHandle } from "./board/board-shortcuts.ts";
import { BoardView } from "./board/board-view.tsx";
import { ActivityView, ArchiveView, CalendarView, LostView, TrashView } from "./late-views.tsx";
import type { BoardView as View, CardFocus } from "./views.ts";

type Props = {
  ref: Ref<BoardHandle>;
  view: View;
  today: string;
  month: string;
  /** What the filter lets through; undefined: there is none. */
  shown: ReadonlySet<string> | undefined;
  opened: string | undefined;
  onOpen: (id: string, focus?: CardFocus) => void;
  onMonth: (month: string) => void;
};

export function RoomView({ ref, view, today, month, shown, opened, onOpen, onMonth }: Props) {
  switch (view) {
    case "board":
      return <BoardView {...{ ref, today, shown, opened, onOpen }} />;
    case "calendar":
      return <CalendarView {...{ today, month, shown, onMonth, onOpen }} />;
    case "activity":
      return <ActivityView onOpen={onOpen} />;
    case "archive":
      return <ArchiveView today={today} onOpen={onOpen} />;
    case "trash":
      return <TrashView today={today} onOpen={onOpen} />;
    case "lost":
      return <LostView today={today} onOpen={onOpen} />;
  }
}
