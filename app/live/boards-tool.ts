/** The outbox's name of a board, and where the database has it. */
export const boardTool = (board: string): string => `boards/${board}`;

/** Undefined: that is another tool. */
export function boardOfTool(tool: string): string | undefined {
  return /^boards\/([a-z0-9]+)$/.exec(tool)?.[1];
}
