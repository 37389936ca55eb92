/**
 * Roles, given as an owner gives them: in Firebase's console, or by what a command asks of the server that runs. The
 * command itself, which would be a process for each role, is in content.spec.ts and user-commands.spec.ts.
 */
import { expect } from "@playwright/test";
import { findServer, sendCommand } from "../../server/control/control-client.ts";
import type { FoyerProcess } from "./foyer-process.ts";

export async function giveRole(
  foyer: FoyerProcess,
  uid: string,
  role: "editor" | "admin",
): Promise<void> {
  const { standIn } = foyer;
  // Who has just signed up has no record yet: on Firebase a role alone would be half of one, here the server would make
  // the one that the page is about to make.
  await expect.poll(() => recordIdOf(foyer, uid)).toBe(uid);
  if (standIn !== undefined) {
    return standIn.console.updateValues({ [`users/${uid}/roles/${role}`]: true });
  }
  const answer = await sendCommand(foyer.dataDir, {
    name: "user grant",
    values: { who: uid, role },
  });
  if (!answer?.ok) throw new Error(`The role was not given: ${answer?.lines.join(" ")}`);
}

async function recordIdOf(foyer: FoyerProcess, uid: string): Promise<unknown> {
  const { standIn } = foyer;
  const path = `users/${uid}/user_id`;
  if (standIn !== undefined) return (await standIn.console.getValue(path)).value;
  const server = await findServer(foyer.dataDir);
  const answer = await server?.(new Request(`http://database.invalid/${path}.json?ns=foyer`));
  return answer?.json();
}
