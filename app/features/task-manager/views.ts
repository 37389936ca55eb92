/** What the tool shows, as its address has it: `?board=ID&card=ID`, `?board=ID&view=calendar&month=2026-12`. */

export type BoardView = "board" | "calendar" | "activity" | "archive" | "trash" | "lost";

/** What of an opened card has the focus first. */
export type CardFocus = "comment" | "due" | "people" | "labels";

/** Fields of the address; empty: not there. */
export const noQuery = {
  board: "",
  view: "",
  card: "",
  /** Of the calendar: `2026-12`. */
  month: "",
  /** Filters: typed words; ids with a space between; `overdue`, `week` or `none`; `open` or `done`. */
  words: "",
  labels: "",
  people: "",
  due: "",
  done: "",
  /** Over all boards. */
  search: "",
  /** Id of an invite. */
  invite: "",
};

export type BoardQuery = typeof noQuery;

export const noFilter = { words: "", labels: "", people: "", due: "", done: "" };
export type FilterQuery = typeof noFilter;

const views: ReadonlySet<string> = new Set([
  "board",
  "calendar",
  "activity",
  "archive",
  "trash",
  "lost",
] satisfies BoardView[]);

/** An unknown one is the board. */
export function viewOf({ view }: Pick<BoardQuery, "view">): BoardView {
  return views.has(view) ? (view as BoardView) : "board";
}

export function filterOf({ words, labels, people, due, done }: FilterQuery): FilterQuery {
  return { words, labels, people, due, done };
}

/** Another view of the same board keeps its filters; the card that is opened closes. */
export function withView(query: BoardQuery, view: BoardView): BoardQuery {
  return { ...query, view: view === "board" ? "" : view, card: "", month: "" };
}

/** Without `?`; what is empty is left out. */
export function searchOf(query: Partial<BoardQuery>): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(noQuery) as (keyof BoardQuery)[]) {
    const value = query[name];
    if (value) params.set(name, value);
  }
  return params.toString();
}

/** Of a board, or of a card on it; for links. */
export function addressOf(board: string, card = ""): string {
  return `/TaskManager?${searchOf({ board, card })}`;
}
