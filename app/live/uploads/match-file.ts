/** Which upload a file belongs to that is chosen again. */
import { fingerprintOf } from "./fingerprint.ts";
import type { UploadRecord } from "./upload-record.ts";

/** Of these that wait for their file, those that `file` can go on with; of the same name first. */
export async function matchesOf(
  waiting: readonly UploadRecord[],
  file: File,
): Promise<UploadRecord[]> {
  const sameSize = waiting.filter((record) => record.file.sizeBytes === file.size);
  const needsPrint = sameSize.some(({ fingerprint }) => fingerprint !== null);
  const print = needsPrint ? await readFingerprint(file) : undefined;
  const isNamed = (record: UploadRecord) => record.file.name === file.name;
  // Of one without a fingerprint nothing is sent.
  const same = sameSize.filter((record) =>
    record.fingerprint === null ? isNamed(record) : record.fingerprint === print,
  );
  return same.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
}

/** The same for one file on its way to one name. */
export function keyOf({ wantedName, file }: Pick<UploadRecord, "wantedName" | "file">): string {
  return JSON.stringify([wantedName, file.name, file.sizeBytes, file.lastModifiedMs]);
}

/** Undefined for a file that cannot be read any more, which is no upload's. */
async function readFingerprint(file: File): Promise<string | undefined> {
  try {
    return await fingerprintOf(file);
  } catch {
    return undefined;
  }
}
