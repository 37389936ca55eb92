/** The arguments are not those of the command. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** What is wrong with them, if there is more to say than how the command is written. */
  readonly faults: readonly string[];
  constructor(...faults: string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}
