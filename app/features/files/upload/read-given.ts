/** Files and whole folders, as a browser hands them over: dropped, pasted or chosen. */
export type Handed = {
  files: { path: string[]; file: File }[];
  /** Each with those that lie above it, so that empty ones are made, too. */
  folders: string[][];
  unread: { path: string[]; name: string }[];
};

/** Directories that are read at once. */
const atOnce = 8;

/**
 * What is in it has to be asked for before the event is over; what lies in folders is read after that.
 * @returns at once; the promise never rejects
 */
export function readDropped(data: DataTransfer): Promise<Handed> {
  const handed: Handed = { files: [], folders: [], unread: [] };
  const roots: FileSystemDirectoryEntry[] = [];
  for (const item of data.items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory) {
      roots.push(entry as FileSystemDirectoryEntry);
      continue;
    }
    const file = item.getAsFile();
    if (file) handed.files.push({ path: [], file });
    else handed.unread.push({ path: [], name: entry?.name ?? "A file" });
  }
  return readFolders(roots, handed);
}

/** Of an input for files or for a folder. */
export function readChosen(list: FileList | null): Handed {
  const handed: Handed = { files: [], folders: [], unread: [] };
  const folders = new Map<string, string[]>();
  for (const file of list ?? []) {
    const path = file.webkitRelativePath.split("/").slice(0, -1);
    if (path.length > 0) folders.set(path.join("/"), path);
    handed.files.push({ path, file });
  }
  handed.folders.push(...folders.values());
  return handed;
}

type Open = { entry: FileSystemDirectoryEntry; path: string[] };

async function readFolders(
  roots: readonly FileSystemDirectoryEntry[],
  handed: Handed,
): Promise<Handed> {
  let open: Open[] = roots.map((entry) => ({ entry, path: [entry.name] }));
  while (open.length > 0) {
    const some = open.splice(0, atOnce);
    // oxlint-disable-next-line no-await-in-loop -- what lies in them is known only then
    const below = await Promise.all(some.map((one) => readFolder(one, handed)));
    open = [...open, ...below.flat()];
  }
  return handed;
}

async function readFolder({ entry, path }: Open, handed: Handed): Promise<Open[]> {
  handed.folders.push(path);
  const below: Open[] = [];
  try {
    for (const child of await entriesOf(entry)) {
      if (child.isDirectory) {
        below.push({ entry: child as FileSystemDirectoryEntry, path: [...path, child.name] });
        continue;
      }
      try {
        // oxlint-disable-next-line no-await-in-loop -- a browser has them one by one anyway
        handed.files.push({ path, file: await fileOf(child as FileSystemFileEntry) });
      } catch {
        // The report says which.
        handed.unread.push({ path, name: child.name });
      }
    }
  } catch {
    // As above: nobody knows what is in it.
    handed.unread.push({ path: path.slice(0, -1), name: `${entry.name}/` });
  }
  return below;
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // A hundred at a time, until none is left.
    // oxlint-disable-next-line no-await-in-loop
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
