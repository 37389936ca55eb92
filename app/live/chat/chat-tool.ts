/** What the outbox's names of rooms begin with. */
export const chatTools = "chat/";

/** The outbox's name of a room, and where the database has it. */
export const chatTool = (room: string): string => chatTools + room;

/** Of the browser: what is kept of rooms. */
export const chatDatabase = "foyer-chat";
