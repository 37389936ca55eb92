/** `lines` is what the caller prints. Exit code 1 when `ok` is false. */
export type CommandResult = {
  ok: boolean;
  lines: string[];
  /** There is more: the same again with this as `page`. */
  next?: string;
  /** Content of a file that the caller writes, not for the screen. */
  file?: string;
};

export type CommandInput = {
  /** E.g. `import resume`. */
  name: string;
  /** Its arguments by name, as the command reads them. */
  values?: Record<string, string>;
  /** Content of the file that was named, when the command takes one. */
  file?: string;
  page?: string;
};
