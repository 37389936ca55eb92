/** The outbox's name of the todo list, and of what the server is told of it. */
export const todosTool = "todos";
export const todosTold = "todos told";
