/** One's own drive, one for each tab and account, for as long as somebody shows it. */
import { createDatabasePing } from "./drive-ping.ts";
import { afterMs, pageWakes } from "../journals/looking.ts";
import { NoAnswerError } from "../outbox/outbox.ts";
import type { DriveActResult } from "#lib/drive/acts.ts";
import { createDrive } from "./create-drive.ts";
import { openDriveCache } from "./drive-cache.ts";
import { callDrive } from "./drive-call.ts";
import type { DriveDocuments } from "./drive-documents.ts";
import type { Drive } from "./drive.ts";

type Held = { drive: Promise<Drive>; users: number };
const held = new Map<string, Held>();

/** @param folder what is read first where nothing is kept here. `close` it when it is not shown any more. */
export async function openDrive(uid: string, folder = ""): Promise<Drive> {
  let mine = held.get(uid);
  if (mine === undefined) {
    mine = { drive: openNow(uid, folder), users: 0 };
    held.set(uid, mine);
  }
  const own = mine;
  own.users += 1;
  let isClosed = false;
  const drive = await own.drive;
  return {
    ...drive,
    close() {
      if (isClosed) return;
      isClosed = true;
      own.users -= 1;
      if (own.users > 0) return;
      if (held.get(uid) === own) held.delete(uid);
      drive.close();
    },
  };
}

async function openNow(uid: string, folder: string): Promise<Drive> {
  return createDrive({
    cache: openDriveCache(uid),
    documents: lateDocuments(uid),
    async call(acts, options) {
      const body = { owner: uid, acts };
      const answer = await callDrive<{ results: DriveActResult[] }>(
        uid,
        "/api/drive/acts",
        body,
        options,
      );
      return answer.results;
    },
    folder,
    wakes: [...pageWakes, createDatabasePing(uid)],
    after: afterMs,
    now: () => Date.now(),
    failed(what, error) {
      // What failed in the browser has no other log than its console.
      // oxlint-disable-next-line no-console
      console.error(what, error);
    },
    onFresh() {
      // Files from before there was a tree come with the next look, or another day.
      callDrive(uid, "/api/drive/open", {}).catch(() => undefined);
    },
  });
}

/** What reads documents comes after what is kept here is shown. */
function lateDocuments(uid: string): DriveDocuments {
  let opening: Promise<DriveDocuments> | undefined;
  const open = () =>
    (opening ??= import("./drive-documents.ts").then(
      ({ createDriveDocuments }) => createDriveDocuments(uid),
      (cause: unknown) => {
        opening = undefined;
        throw new NoAnswerError("A part of the page did not load.", { cause });
      },
    ));
  return {
    changed: async (...asked) => (await open()).changed(...asked),
    inFolder: async (...asked) => (await open()).inFolder(...asked),
  };
}
