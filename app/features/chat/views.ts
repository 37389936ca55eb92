/** What the tool shows, as its address has it: `?room=ID`, `?room=ID&at=KEY`, `?view=browse`. Words never stand in it. */
export type ChatView = "rooms" | "browse" | "requests" | "threads" | "reports";

/** Fields of the address; empty: not there. */
export const noQuery = {
  room: "",
  /** A message that is looked at. */
  at: "",
  /** The root of a thread. */
  thread: "",
  view: "",
  /** `new`, `room`, `owner`, `ai`: a dialog that is opened by an address. */
  make: "",
};

export type ChatQuery = typeof noQuery;

export const viewTitles: Readonly<Record<ChatView, string>> = {
  rooms: "Chat",
  browse: "Public rooms",
  requests: "Requests",
  threads: "Your threads",
  reports: "Reports",
};

/** An unknown one is the rooms. */
export function viewOf({ view }: Pick<ChatQuery, "view">): ChatView {
  return Object.hasOwn(viewTitles, view) ? (view as ChatView) : "rooms";
}

/** Anybody may have made the address: what is no id is no room. */
export function roomOf({ room }: Pick<ChatQuery, "room">): string {
  return /^[a-z0-9]{1,40}$/.test(room) ? room : "";
}

/** Without `?`; what is empty is left out. */
export function searchOf(query: Partial<ChatQuery>): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(noQuery) as (keyof ChatQuery)[]) {
    const value = query[name];
    if (value) params.set(name, value);
  }
  return params.toString();
}
