import { driveName } from "../trash/words.ts";

/** What the path of one's own files begins with. */
export const driveTop = { id: "", name: driveName };
