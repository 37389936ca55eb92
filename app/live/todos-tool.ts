/** The outbox's name of the todo list. */
export const todosTool = "todos";
