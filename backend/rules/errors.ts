/** A rules file that cannot be used. The message starts with `file:line:column` and says what to do. */
export class RulesError extends Error {
  override readonly name = "RulesError";
}

/** The error for the character at `offset` of a rules file. */
export function rulesError(
  source: { file: string; text: string },
  offset: number,
  message: string,
): RulesError {
  return new RulesError(`${source.file}:${lineAndColumn(source.text, offset)}: ${message}`);
}

/** Both count from 1. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `${before.split("\n").length}:${offset - before.lastIndexOf("\n")}`;
}
