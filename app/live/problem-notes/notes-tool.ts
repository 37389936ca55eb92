/** Its name in the outbox. */
export const notesTool = "problem-notes";
