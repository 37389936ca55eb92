/** Roles, given as an owner gives them: by a command on the data folder, or in Firebase's console. */
import { runCommand } from "./foyer-process.ts";
import type { FoyerProcess } from "./foyer-process.ts";

export async function giveRole(
  foyer: FoyerProcess,
  uid: string,
  role: "editor" | "admin",
): Promise<void> {
  if (foyer.standIn !== undefined) {
    return foyer.standIn.console.updateValues({ [`users/${uid}/roles/${role}`]: true });
  }
  const { code, output } = await runCommand(foyer.dataDir, "user", "grant", uid, role);
  if (code !== 0) throw new Error(`The role was not given: ${output}`);
}
