import type { WaitingFile } from "./file-store.ts";
import type { FileState } from "./journal-files.ts";

type One = { file: WaitingFile; state: FileState | undefined };

/** Of a file and its smaller pictures together. */
export function stateOf(all: readonly One[]): FileState | undefined {
  if (all.length === 0) return undefined;
  const found = (wanted: string) => all.find(({ state }) => state?.state === wanted)?.state;
  const failed = found("failed");
  if (failed) return failed;
  const sending = found("sending");
  // The picture itself is nearly all of it.
  const original = all.find(({ file }) => !file.isSmall);
  if (sending) {
    const sizeBytes = original?.file.upload.file.sizeBytes ?? 0;
    const state = original?.state;
    const sentBytes = state?.state === "sending" ? state.sentBytes : 0;
    return { state: "sending", sentBytes: Math.min(sentBytes, sizeBytes), sizeBytes };
  }
  return found("retrying") ?? { state: "waiting" };
}
