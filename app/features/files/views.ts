/** What the tool shows, as its address has it: `?folder=ID`, `?view=recent`, `?open=ID`. Words never stand in it. */
export type FilesView = "files" | "recent" | "starred" | "shared" | "links" | "trash" | "space";

/** Fields of the address; empty: not there. */
export const noQuery = {
  /** Its id; empty: the drive itself. */
  folder: "",
  /** The uid of somebody else whose folder it is. */
  owner: "",
  view: "",
  /** The file that is looked at. */
  open: "",
  /** The folder that it lies in, where another one is shown. */
  in: "",
};

export type FilesQuery = typeof noQuery;

export const viewTitles: Readonly<Record<FilesView, string>> = {
  files: "Files",
  recent: "Recent",
  starred: "Starred",
  shared: "Shared with you",
  links: "Share links",
  trash: "Trash",
  space: "Space",
};

/** As `driveId` has it, without what reads documents. */
const idForm = /^[a-z0-9]{20}$/;

/** An unknown one is the files. */
export function viewOf({ view }: Pick<FilesQuery, "view">): FilesView {
  return Object.hasOwn(viewTitles, view) ? (view as FilesView) : "files";
}

/** Anybody may have made the address: what is no id is the drive itself. */
export function folderOf({ folder }: Pick<FilesQuery, "folder">): string {
  return idForm.test(folder) ? folder : "";
}

/** Without `?`; what is empty is left out. */
export function searchOf(query: Partial<FilesQuery>): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(noQuery) as (keyof FilesQuery)[]) {
    const value = query[name];
    if (value) params.set(name, value);
  }
  return params.toString();
}
