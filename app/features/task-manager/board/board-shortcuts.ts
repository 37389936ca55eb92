import type { ToolShortcut } from "#app/ui/tool-shortcuts.ts";
import type { BoardApp } from "../store/use-board.ts";
import type { BoardView, CardFocus } from "../views.ts";
import type { Stop } from "./board-stop.ts";
import type { Way } from "./board-steps.ts";

export type BoardHandle = {
  walk: (way: Way) => void;
  /** Where the focus is, or was. */
  stop: () => Stop | undefined;
  /** The field of a new card, in the column of the focus. */
  add: () => void;
  /** The title, in its place. */
  edit: (id: string) => void;
  /** Asks where to. */
  move: (id: string) => void;
  /** Back to the board. */
  focus: () => void;
};

type Parts = {
  app: BoardApp;
  board: BoardHandle | null;
  mayWrite: boolean;
  onOpen: (id: string, focus?: CardFocus) => void;
  onShow: (view: BoardView) => void;
};

/** Single keys, besides those of the filter; arrows, Home, End, Enter and Ctrl-Z are elsewhere. */
export function boardShortcuts({ app, board, mayWrite, onOpen, onShow }: Parts): ToolShortcut[] {
  const { acts, store } = app;
  const walk = (way: Way) => () => board?.walk(way);
  const card = (act: (id: string) => void) => () => {
    const id = board?.stop()?.card;
    if (id !== undefined && store.card(id)) act(id);
  };
  const open = (focus?: CardFocus) => card((id) => onOpen(id, focus));
  const column = (by: 1 | -1) => () => {
    const id = board?.stop()?.column;
    const at = store.columns().findIndex((one) => one.id === id);
    if (id === undefined || at === -1) return;
    if (!acts.columns.move(id, at + by)) {
      acts.say(by === 1 ? "This is the last column." : "This is the first column.");
    }
    board?.focus();
  };
  const looking: ToolShortcut[] = [
    { key: "j", title: "Next card", run: walk("down") },
    { key: "k", title: "Previous card", run: walk("up") },
    { key: "h", title: "Column to the left", run: walk("left") },
    { key: "l", title: "Column to the right", run: walk("right") },
    { key: "o", title: "Open the card", run: open() },
    { key: "v", title: "Calendar", run: () => onShow("calendar") },
  ];
  if (!mayWrite) return looking;
  return [
    { key: "n", title: "New card in this column", run: () => board?.add() },
    ...looking,
    { key: "e", title: "Change its title", run: card((id) => board?.edit(id)) },
    {
      key: "m",
      title: "Move it to… (Shift and an arrow moves it by one)",
      run: card((id) => board?.move(id)),
    },
    { key: "d", title: "When it is due", run: open("due") },
    { key: "a", title: "Who does it", run: open("people") },
    { key: "b", title: "Its labels", run: open("labels") },
    { key: "c", title: "Comment on it", run: open("comment") },
    {
      key: "x",
      title: "Mark it as done, or not",
      run: card((id) => acts.cards.done([id], !store.card(id)?.isDone)),
    },
    { key: "z", title: "Archive it (Del deletes it)", run: card((id) => acts.cards.archive([id])) },
    { key: "[", title: "Move the column to the left", run: column(-1) },
    { key: "]", title: "Move the column to the right", run: column(1) },
    { key: "u", title: "Undo", run: () => void acts.undo() },
    { key: "r", title: "Redo", run: () => void acts.redo() },
  ];
}
