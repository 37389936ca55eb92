/** Reads small parts of a file, as few as possible, and stops when it was too many. */

export type FileWindow = {
  size: number;
  /** As many bytes as there are; none once the limit is reached. */
  read: (from: number, length: number) => Promise<Uint8Array>;
};

const firstBytes = 64 * 1024;
const leastBytes = 64;

/** @throws what reading the file throws */
export function createFileWindow(file: Blob, mostBytes: number, mostReads: number): FileWindow {
  let [left, reads] = [mostBytes, mostReads];
  let kept = { from: 0, bytes: new Uint8Array() };

  return {
    size: file.size,
    read: async (from, length) => {
      const to = Math.min(from + length, file.size);
      if (from >= kept.from && to <= kept.from + kept.bytes.length) {
        return kept.bytes.subarray(from - kept.from, Math.max(0, to - kept.from));
      }
      const isFirst = reads === mostReads;
      const wanted = Math.min(Math.max(length, isFirst ? firstBytes : leastBytes), left);
      if (reads <= 0 || wanted <= 0 || from >= file.size) return new Uint8Array();
      const bytes = new Uint8Array(await file.slice(from, from + wanted).arrayBuffer());
      reads--;
      left -= bytes.length;
      kept = { from, bytes };
      return bytes.subarray(0, length);
    },
  };
}
