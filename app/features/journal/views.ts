/** What the tool shows, as its address has it: `?view=calendar&month=2026-12`. Words never stand in it. */

import { isJournalId } from "#lib/journal/journal-id.ts";

export type ViewName =
  | "list"
  | "calendar"
  | "year"
  | "today"
  | "map"
  | "gallery"
  | "search"
  | "templates"
  | "trash"
  | "lost"
  | "import"
  | "export"
  | "book"
  | "settings";

export type JournalQuery = {
  /** Empty: the list. */
  view: string;
  /** Its id; empty: all. */
  journal: string;
  /** JOURNAL.ENTRY */
  entry: string;
  /** Of the list: `2026-12-01`. */
  day: string;
  /** `2026-12` */
  month: string;
  /** `2026` */
  year: string;
  /** Of the list: `edited` or empty. */
  order: string;
  /** Days of the book. */
  from: string;
  to: string;
};

export const noQuery: JournalQuery = {
  view: "",
  journal: "",
  entry: "",
  day: "",
  month: "",
  year: "",
  order: "",
  from: "",
  to: "",
};

const names: ReadonlySet<string> = new Set<ViewName>([
  "calendar",
  "year",
  "today",
  "map",
  "gallery",
  "search",
  "templates",
  "trash",
  "lost",
  "import",
  "export",
  "book",
  "settings",
]);

/** The list is what an unknown one becomes. */
export function viewOf({ view }: Pick<JournalQuery, "view">): ViewName {
  return names.has(view) ? (view as ViewName) : "list";
}

/** @param moved where journals went that were encrypted since, or decrypted; empty or a sign: nowhere */
export function movedAddress(
  { entry, journal }: Pick<JournalQuery, "entry" | "journal">,
  moved: ReadonlyMap<string, string>,
): Pick<JournalQuery, "entry" | "journal"> {
  const into = (old: string) => {
    const next = moved.get(old) ?? "";
    return isJournalId(next) ? next : old;
  };
  const [of = "", ...id] = entry.split(".");
  return { entry: [into(of), ...id].join("."), journal: into(journal) };
}

/** Without what is empty. */
export function searchOf(query: Partial<JournalQuery>): string {
  const search = new URLSearchParams();
  for (const name of Object.keys(noQuery) as (keyof JournalQuery)[]) {
    const value = query[name] ?? "";
    if (value !== "") search.set(name, value);
  }
  return search.toString();
}

export const viewTitles: Readonly<Record<ViewName, string>> = {
  list: "All entries",
  calendar: "Calendar",
  year: "Year",
  today: "On this day",
  map: "Map",
  gallery: "Photos",
  search: "Search",
  templates: "Templates",
  trash: "Trash",
  lost: "Texts kept",
  import: "Import",
  export: "Export",
  book: "Book",
  settings: "Settings",
};
