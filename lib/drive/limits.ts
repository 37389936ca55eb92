/** How much a drive may hold, in one place. */

/** Folders inside each other, the drive itself not counted. */
export const mostDepth = 40;
export const mostNodes = 100_000;
/** In one folder. */
export const mostChildren = 20_000;
/** Kept of a file besides the current one. */
export const mostVersions = 10;
/** In one request; a selection of more goes in several. */
export const mostActs = 100;
/** UTF-8 bytes of a name, as file systems have it. */
export const mostNameBytes = 255;
export const trashDays = 30;
/** How long a node that was deleted for good says so to devices that were away; they read all anew after that. */
export const goneDays = 60;
/** Accounts in one shared folder. */
export const mostPeople = 50;
/** Open share links of an account. */
export const mostLinks = 500;
export const mostLinkLog = 200;
/** Files of one ZIP. */
export const mostZipFiles = 20_000;
/** Of all paths in it, and a hundred for each: the server holds its list until it has ended. */
export const mostZipLetters = 8_000_000;
