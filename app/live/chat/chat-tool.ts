/** The outbox's name of a room, and where the database has it. */
export const chatTool = (room: string): string => `chat/${room}`;
