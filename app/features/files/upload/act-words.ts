/** Why a drive did not take a file, for who uploads. */
import type { UploadError } from "#app/live/uploads/upload.ts";
import type { DriveActError } from "#lib/drive/acts.ts";

const sentences: Record<DriveActError, string> = {
  "not-found": "The file that it should replace is not there any more. Try again.",
  "no-folder": "Its folder is not there any more. Try again, or upload it elsewhere.",
  "name-taken": "Its name is taken again and again. Rename it and try again.",
  "bad-name": "No file can have this name. Rename it and choose it again.",
  "into-itself": "It cannot go there.",
  "too-deep": "It lies in too many folders inside each other.",
  "too-many": "There is no room for more files: delete some and try again.",
  "not-allowed": "You may not put files there.",
  "no-object": "It did not arrive. Try again.",
  "no-space": "There is not enough space left for this file.",
  changed: "Others changed the folder at the same time. Try again.",
};

export function actError(error: DriveActError): UploadError {
  const canRetry = !["bad-name", "into-itself", "too-deep"].includes(error);
  return {
    code: error === "no-space" ? "quota-exceeded" : "refused",
    message: sentences[error],
    canRetry,
  };
}
