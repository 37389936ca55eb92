/** In localStorage while this browser is told of notifications: whose, and the day on which that was looked at last. */
export const pushKey = "foyer:push";
