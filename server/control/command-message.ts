/** `lines` is what the caller prints. Exit code 1 when `ok` is false. */
export type CommandResult = { ok: boolean; lines: string[] };

export type CommandInput = {
  /** E.g. `import resume`. */
  name: string;
  /** Content of the file that was named, when the command takes one. */
  file?: string;
};
