/** Roles, given as an owner gives them: by a command on the data folder, or in Firebase's console. */
import { expect } from "@playwright/test";
import { runCommand } from "./foyer-process.ts";
import type { FoyerProcess } from "./foyer-process.ts";

export async function giveRole(
  foyer: FoyerProcess,
  uid: string,
  role: "editor" | "admin",
): Promise<void> {
  const { standIn } = foyer;
  if (standIn !== undefined) {
    const { console: google } = standIn;
    // Who has just signed up has no record yet, and a role alone would be half of one.
    await expect.poll(async () => (await google.getValue(`users/${uid}/user_id`)).value).toBe(uid);
    return google.updateValues({ [`users/${uid}/roles/${role}`]: true });
  }
  const { code, output } = await runCommand(foyer.dataDir, "user", "grant", uid, role);
  if (code !== 0) throw new Error(`The role was not given: ${output}`);
}
