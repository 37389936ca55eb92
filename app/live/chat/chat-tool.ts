/** The outbox's name of a room, and where the database has it. */
export const chatTool = (room: string): string => `chat/${room}`;

/** Undefined: that is another tool. */
export function roomOfTool(tool: string): string | undefined {
  return /^chat\/([a-z0-9]+)$/.exec(tool)?.[1];
}
