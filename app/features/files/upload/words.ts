/** What the dock says, as text: the state of a file, how far all are, and what became of them. */
import { filesText } from "#app/parts/uploader/upload-words.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { type Job, isSettled, isUnderWay } from "./job.ts";

export function rowText(job: Job, isOnline: boolean): string {
  const { state, sentBytes, error } = job;
  const { sizeBytes } = job.file;
  const sofar = `${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}`;
  switch (state) {
    case "asked":
      return "This name is there already";
    case "waiting":
      return isOnline ? `Waiting, ${formatBytes(sizeBytes)}` : "Waiting for the connection";
    case "uploading":
      return sofar;
    case "stored":
      return isOnline ? "Arrived, being put into its folder" : "Waiting for the connection";
    case "paused":
      return `Paused at ${sofar}`;
    case "retrying":
      return isOnline ? `Trying again at ${sofar}` : `Waiting for the connection at ${sofar}`;
    case "needs-file":
      return error?.message ?? `Cut off at ${sofar}. Choose or drop the same file again.`;
    case "failed":
      return error?.message ?? "It did not work.";
    case "done":
      return doneText(job);
  }
}

function doneText({ outcome, isInstant, name, file }: Job): string {
  switch (outcome) {
    case "replaced":
      return "Uploaded as its new version";
    case "kept-both":
      return `Kept beside the other one as ${name}`;
    case "skipped":
      return isInstant ? "Skipped: the same is there already" : "Skipped";
    case "cancelled":
      return "Cancelled";
    default:
      return isInstant
        ? `${formatBytes(file.sizeBytes)}, copied from your own files`
        : formatBytes(file.sizeBytes);
  }
}

export type Counts = {
  files: number;
  settled: number;
  added: number;
  replaced: number;
  keptBoth: number;
  skipped: number;
  cancelled: number;
  failed: number;
  asked: number;
  needFile: number;
  paused: number;
  sentBytes: number;
  totalBytes: number;
  /** Something goes on, or will by itself. */
  isBusy: boolean;
};

export function countsOf(jobs: readonly Job[]): Counts {
  const counts: Counts = {
    files: jobs.length,
    settled: 0,
    added: 0,
    replaced: 0,
    keptBoth: 0,
    skipped: 0,
    cancelled: 0,
    failed: 0,
    asked: 0,
    needFile: 0,
    paused: 0,
    sentBytes: 0,
    totalBytes: 0,
    isBusy: false,
  };
  for (const job of jobs) {
    const { state, outcome, file } = job;
    if (isSettled(job)) counts.settled += 1;
    if (isUnderWay(job)) counts.isBusy = true;
    if (state === "failed") counts.failed += 1;
    if (state === "asked") counts.asked += 1;
    if (state === "needs-file") counts.needFile += 1;
    if (state === "paused") counts.paused += 1;
    if (outcome === "added") counts.added += 1;
    if (outcome === "replaced") counts.replaced += 1;
    if (outcome === "kept-both") counts.keptBoth += 1;
    if (outcome === "skipped") counts.skipped += 1;
    if (outcome === "cancelled") counts.cancelled += 1;
    // They have no share in what is sent.
    if (state === "failed" || outcome === "skipped" || outcome === "cancelled") continue;
    counts.sentBytes += state === "done" ? file.sizeBytes : job.sentBytes;
    counts.totalBytes += file.sizeBytes;
  }
  return counts;
}

/** `Uploading 3 of 12`, or how it is that nothing moves. */
export function headText(counts: Counts): string {
  const { files, settled, isBusy, paused, asked, needFile } = counts;
  const left = `${files - settled} of ${files} left`;
  if (isBusy) return `Uploading ${Math.min(settled + 1, files)} of ${files}`;
  if (paused > 0) return `Paused, ${left}`;
  if (asked > 0) return `Waiting for your answer, ${left}`;
  if (needFile > 0) return `Cut off, ${left}`;
  return `Upload finished: ${filesText(files)}`;
}

/** `3 added, 1 skipped, 2 failed`: only what there is of. */
export function reportText(counts: Counts): string {
  const parts: [number, string][] = [
    [counts.added, "added"],
    [counts.replaced, "replaced"],
    [counts.keptBoth, "kept beside the other one"],
    [counts.skipped, "skipped"],
    [counts.cancelled, "cancelled"],
    [counts.failed, "failed"],
  ];
  return parts
    .filter(([many]) => many > 0)
    .map(([many, word]) => `${many} ${word}`)
    .join(", ");
}
