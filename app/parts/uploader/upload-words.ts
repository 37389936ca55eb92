/** What is said of uploads, as text. */
import type { BeganAgain, Upload } from "#app/live/uploads/upload.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";

export function stateText(upload: Upload, online: boolean): string {
  const { state, sentBytes, sizeBytes } = upload;
  const sofar = `${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}`;
  switch (state) {
    case "waiting":
      return online ? `Waiting, ${formatBytes(sizeBytes)}` : "Waiting for the connection";
    case "uploading":
      return sofar;
    case "paused":
      return `Paused at ${sofar}`;
    case "retrying":
      return online ? `Trying again at ${sofar}` : `Waiting for the connection at ${sofar}`;
    case "needs-file":
      return `Cut off at ${sofar}. Choose the same file again to go on.`;
    case "done":
      return "Done";
    case "failed":
      return "Failed";
  }
}

/** It goes on, or will, without anybody doing anything. */
export function isUnderWay({ state }: Upload): boolean {
  return state === "uploading" || state === "waiting" || state === "retrying";
}

/** Why some are sent from their beginning once more; empty when none is. */
export function beganAgainText(uploads: readonly Upload[]): string {
  const of = (why: BeganAgain) => uploads.filter(({ beganAgain }) => beganAgain === why);
  const [changed, lost] = [of("file-changed"), of("not-kept")];
  const sent = (many: number) =>
    many > 1 ? "so they are sent from their beginning." : "so it is sent from its beginning.";
  const changedText = `${namedText(changed)} ${changed.length > 1 ? "were" : "was"} changed since, ${sent(changed.length)}`;
  const lostText = `The server has not kept what it had of ${namedText(lost)}, ${sent(lost.length)}`;
  return [changed.length > 0 ? changedText : "", lost.length > 0 ? lostText : ""].join(" ").trim();
}

/** `a.bin and 2 files more` */
function namedText(uploads: readonly Pick<Upload, "fileName">[]): string {
  const others = uploads.length - 1;
  return `${uploads[0]?.fileName}${others > 0 ? ` and ${filesText(others)} more` : ""}`;
}

export function filesText(many: number): string {
  return many === 1 ? "1 file" : `${many} files`;
}
