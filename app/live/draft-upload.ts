/** Puts files into drafts. Comes when the first one is added. */
import { draftAddress, draftFolder } from "#lib/draft-address.ts";
import { signedInUser, storagePlace } from "./firebase.ts";
import type { DraftFile, NewDraftFile } from "./media.ts";
import { randomId } from "./random-id.ts";
import { endSession } from "./uploads/end-session.ts";
import { tellReserved, tokenOf, waiting } from "./uploads/open-uploads.ts";
import { sendByXhr } from "./uploads/send-by-xhr.ts";
import { sendFile } from "./uploads/send-file.ts";
import { createStorageCalls } from "./uploads/storage-calls.ts";
import { UploadFailure } from "./uploads/upload-failure.ts";
import { recordOf } from "./uploads/upload-record.ts";

const maxNameLength = 80;
const unreachable = "The server cannot be reached. Check your connection and try again.";

/** @throws UploadFailure; the signal's reason */
export async function sendDraftFile({
  kind,
  id,
  file,
  signal,
  onProgress,
}: NewDraftFile): Promise<DraftFile> {
  const [user, place] = await reached(Promise.all([signedInUser(), storagePlace()]));
  if (user === null) throw new UploadFailure("signed-out");
  signal.throwIfAborted();
  const name = `${draftFolder(kind, id)}${randomId()}/${storedNameOf(file.name)}`;
  const src = draftAddress(name);
  if (src === undefined) throw new UploadFailure("not-found");
  const calls = createStorageCalls(place, sendByXhr, tokenOf(user.uid));
  let record = recordOf({ file, name }, { uid: user.uid, tab: "", order: 0 });
  try {
    await sendFile(
      {
        place,
        calls,
        waiting,
        save: async (change) => void (record = { ...record, ...change }),
        show: ({ sentBytes, isMoving }) => onProgress(sentBytes, isMoving),
      },
      record,
      file,
      signal,
    );
  } catch (error) {
    // Nobody waits for it: what could not be told is forgotten by the server itself.
    void endSession({ calls, waiting, tellReserved }, record);
    throw error;
  }
  if (record.reservation) void tellReserved(record.reservation.id);
  return { src, bytes: file.size };
}

/** Without what other systems, addresses or people stumble over. */
export function storedNameOf(fileName: string): string {
  const [, stem = "", ending = ""] = /^(.*?)((?:\.[A-Za-z0-9]{1,8})?)$/su.exec(fileName) ?? [];
  const words = withoutMoment(stem, ending)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .toWellFormed();
  return `${words.slice(0, maxNameLength) || "file"}${ending.toLowerCase()}`;
}

/** Cameras name a photo by the moment it was taken, which is nobody's business; its file is public once it is published. */
function withoutMoment(stem: string, ending: string): string {
  const isPicture = /^\.(?:avif|gif|heic|heif|jpe?g|png|webp)$/i.test(ending);
  return isPicture ? stem.replaceAll(/\d(?:[-_. ]?\d){5,}/g, "-") : stem;
}

async function reached<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (cause) {
    throw new UploadFailure("no-connection", { message: unreachable, cause });
  }
}
