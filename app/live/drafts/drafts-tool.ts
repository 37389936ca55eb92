/** Its name in the outbox. */
export const draftsTool = "drafts";
