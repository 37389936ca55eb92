/** What every password keeps to, whatever the site wants beyond it. */

/** UTF-16 */
export const MIN_PASSWORD_CHARS = 6;
/** Bytes of UTF-8: bounds what one hash costs. */
export const MAX_PASSWORD_BYTES = 1024;
