/** What the tool shows, as its address has it: `?view=today`, `?view=list:ID`, `?view=search&words=rent`. */

export type View =
  | { kind: "today" }
  | { kind: "upcoming" }
  | { kind: "planner" }
  /** An empty id is the Inbox. */
  | { kind: "list"; id: string }
  | { kind: "label"; id: string }
  | { kind: "filter"; id: string; query: string }
  | { kind: "search"; words: string }
  | { kind: "done" }
  | { kind: "activity" }
  | { kind: "archive" }
  | { kind: "trash" }
  | { kind: "lost" };

export const inbox: View = { kind: "list", id: "" };

const plain: ReadonlySet<string> = new Set([
  "today",
  "upcoming",
  "planner",
  "done",
  "activity",
  "archive",
  "trash",
  "lost",
]);

type Asked = { view: string; words: string; query?: string };

/** The Inbox is what an unknown one becomes. */
export function viewOf({ view, words, query = "" }: Asked): View {
  const [kind = "", id = ""] = (view || "today").split(":", 2);
  if (kind === "list" || kind === "label") return { kind, id };
  if (kind === "filter") return { kind, id, query };
  if (kind === "search") return { kind, words };
  return plain.has(kind) ? ({ kind } as View) : inbox;
}

export function queryOf(view: View): string {
  const query = new URLSearchParams();
  if (view.kind !== "today") query.set("view", nameOf(view));
  if (view.kind === "search") query.set("words", view.words);
  if (view.kind === "filter" && view.query !== "") query.set("query", view.query);
  return query.toString();
}

/** Tells views apart. */
export function nameOf(view: View): string {
  return "id" in view ? `${view.kind}:${view.id}` : view.kind;
}
