/** What the panel says, as text: the state of a file, how far all are, and what became of them. */
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

export type Progress = {
  files: number;
  /** Of these, the ones that nothing is to be done about any more: done, skipped or failed. */
  settled: number;
  sentBytes: number;
  totalBytes: number;
  /** Something is sent, or will be by itself. */
  isBusy: boolean;
};

/** How far all of them are; those that failed or were skipped have no share in the bytes. */
export function progressOf(uploads: readonly Upload[]): Progress {
  const progress = { files: 0, settled: 0, sentBytes: 0, totalBytes: 0, isBusy: false };
  for (const upload of uploads) {
    progress.files += 1;
    if (upload.state === "done" || upload.state === "failed") progress.settled += 1;
    if (isUnderWay(upload)) progress.isBusy = true;
    if (upload.state === "failed" || upload.outcome === "skipped") continue;
    progress.sentBytes += upload.state === "done" ? upload.sizeBytes : upload.sentBytes;
    progress.totalBytes += upload.sizeBytes;
  }
  return progress;
}

/** `Uploading 3 of 12`, or how it is that nothing moves. */
export function totalText(uploads: readonly Upload[]): string {
  const { files, settled, isBusy } = progressOf(uploads);
  if (isBusy) return `Uploading ${settled + 1} of ${files}`;
  const isPaused = uploads.some(({ state }) => state === "paused");
  return `${isPaused ? "Paused" : "Cut off"}, ${files - settled} of ${files} left`;
}

/** What was begun, for good or not: neither done nor failed. */
export function isOpen({ state }: Upload): boolean {
  return state !== "done" && state !== "failed";
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

/** Of files that were chosen once more while they are on their way. */
export function inListText(files: readonly File[]): string {
  const named = namedText(files.map(({ name }) => ({ fileName: name })));
  return files.length > 1
    ? `${named} are in the list already, so they were not added again.`
    : `${named} is in the list already, so it was not added again.`;
}

/** `a.bin and 2 files more` */
function namedText(uploads: readonly Pick<Upload, "fileName">[]): string {
  const others = uploads.length - 1;
  return `${uploads[0]?.fileName}${others > 0 ? ` and ${filesText(others)} more` : ""}`;
}

/** `3 uploaded, 1 skipped, 2 failed`: only what there is of; empty when nothing is finished. */
export function reportText(uploads: readonly Upload[]): string {
  const count = (kind: string) => uploads.filter((upload) => kindOf(upload) === kind).length;
  return ["uploaded", "replaced", "skipped", "failed"]
    .map((kind) => ({ kind, many: count(kind) }))
    .filter(({ many }) => many > 0)
    .map(({ kind, many }) => `${many} ${kind}`)
    .join(", ");
}

function kindOf({ state, outcome }: Upload): string | null {
  return state === "failed" ? "failed" : outcome;
}

export function filesText(many: number): string {
  return many === 1 ? "1 file" : `${many} files`;
}
