import { randomInt } from "node:crypto";

const letters = "abcdefghijklmnopqrstuvwxyz0123456789";

/** As `driveId` has it. */
export function newDriveId(): string {
  return Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join("");
}
