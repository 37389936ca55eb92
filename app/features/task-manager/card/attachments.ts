/**
 * Files on their way to a card. The card gets one once it is stored, wherever its member is in the site by then; what a
 * closed tab left is looked after the next time.
 */
import { openBoard } from "#app/live/boards.ts";
import { boardTool } from "#app/live/boards-tool.ts";
import { keepOfBoards, keptOfBoards } from "#app/live/kept-boards.ts";
import { listFiles } from "#app/live/files.ts";
import { randomId } from "#app/live/random-id.ts";
import type { Upload, Uploads } from "#app/live/uploads/upload.ts";
import { storedFileName } from "#app/parts/uploader/file-name.ts";
import { logFailure } from "#app/parts/uploader/log-failure.ts";
import { madeOf } from "../acts/act-parts.ts";
import { shownFileName } from "./file-words.ts";

const mostFileBytes = 100_000_000;

export type Coming = {
  /** Of the item that it becomes. */
  id: string;
  board: string;
  card: string;
  /** As its owner calls it. */
  name: string;
  /** `boards/{board}/{id}/{name}` */
  path: string;
};

/** Beside the boards that this browser keeps of an account, and gone with them. */
const keptName = "uploads";

export function comingOf(uid: string): readonly Coming[] {
  const kept = keptOfBoards(uid, keptName);
  return Array.isArray(kept) ? (kept as Coming[]) : [];
}

function keep(uid: string, coming: readonly Coming[]): void {
  keepOfBoards(coming.length === 0 ? null : coming, uid, keptName);
}

/** Nobody waits for it any more. */
export function forgetComing(uid: string, path: string): void {
  keep(
    uid,
    comingOf(uid).filter((one) => one.path !== path),
  );
}

/**
 * Those that were cut off go on; the others begin.
 * @returns the names of those that are too large, of which nothing is sent @throws when the browser cannot note them
 */
export async function attach(
  uploads: Uploads,
  { uid, board, card }: { uid: string; board: string; card: string },
  files: readonly File[],
): Promise<string[]> {
  // The same bytes may be on their way to another card, or into the drive.
  const own = new Set(comingOf(uid).flatMap((one) => (one.card === card ? [one.path] : [])));
  const fresh = await uploads.attach(files, (name) => own.has(name));
  const small = fresh.filter(({ size }) => size <= mostFileBytes);
  const coming = small.map((file): Coming => {
    const id = randomId();
    const stored = storedFileName(file.name);
    const name = shownFileName(file.name) || stored;
    return { id, board, card, name, path: `${boardTool(board)}/${id}/${stored}` };
  });
  keep(uid, [...comingOf(uid), ...coming]);
  await uploads.add(
    coming.map(({ path }, at) => ({ file: small[at]!, name: path, onExisting: "skip" })),
  );
  return fresh.flatMap(({ name, size }) => (size > mostFileBytes ? [name] : []));
}

const followed = new WeakSet<Uploads>();
const atWork = new Set<string>();

/** As long as the uploads of the account are open, which is longer than a card is. */
export function followComing(uploads: Uploads, uid: string): void {
  if (followed.has(uploads)) return;
  followed.add(uploads);
  const look = () => {
    const list = uploads.snapshot();
    for (const coming of comingOf(uid)) {
      const upload = list.find(({ name }) => name === coming.path);
      const isOver = upload === undefined || upload.state === "done";
      if (isOver && !atWork.has(coming.path)) void finish(uploads, uid, coming, upload);
    }
  };
  uploads.subscribe(look);
  addEventListener("online", look);
  look();
}

/** It becomes a file of the card if it has arrived; what never did is forgotten. */
async function finish(
  uploads: Uploads,
  uid: string,
  coming: Coming,
  upload: Upload | undefined,
): Promise<void> {
  const { id, board, card, name, path } = coming;
  atWork.add(path);
  try {
    const { files } = await listFiles(path.slice(0, path.lastIndexOf("/") + 1));
    const stored = files.find((file) => file.name === path);
    if (stored) {
      const records = await openBoard(uid, board);
      await records.change(
        madeOf("files", id, {
          of: { card, by: uid, path, type: stored.contentType ?? "", size: stored.sizeBytes },
          name: { v: name },
        }),
      );
      records.close();
    }
    forgetComing(uid, path);
    if (upload) await uploads.cancel(upload.id);
  } catch (error) {
    // Looked at again with the next upload, when the connection is back, and when a card is opened.
    logFailure("A file that was uploaded is not on its card yet", error);
  } finally {
    atWork.delete(path);
  }
}
