/**
 * Of the embedded backend, for the browser's SDK and in links of mails. It opens nothing: it names where the browser
 * keeps the session, so that another mode on the same origin must have another one.
 */
export const embeddedApiKey = "foyer-embedded";
