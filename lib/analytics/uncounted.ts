/** In the browser's storage: `yes` while visits by this browser are not to be counted. */
export const uncountedKey = "foyer:uncounted";
