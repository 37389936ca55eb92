/** What write N consists of, for the process that writes and for the test that looks for it. */
export type Service = "documents" | "database" | "files" | "accounts";

const parts = 5;

export function partsOfWrite(write: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: parts }, (_, part) => [`part${part}`, write]));
}

export function fileOfWrite(write: number): string {
  return `write ${write} `.repeat(1 + ((write * 37) % 2000));
}

/** Whether a write to the files gives the client's own file another content, instead of making a new file. */
export function overwrites(write: number): boolean {
  return write % 3 === 0;
}
