/** What understands the lines: one file, which comes with the first key. */
export { runLine } from "./commands.ts";
export { completeLine } from "./complete-line.ts";
