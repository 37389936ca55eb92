import { findServer } from "../../server/control/control-client.ts";
import type { FoyerProcess } from "./foyer-process.ts";

/** As if they had opened the mail that asks whether the address is theirs. */
export async function confirmAddress(foyer: FoyerProcess, uid: string): Promise<void> {
  const { standIn } = foyer;
  if (standIn !== undefined) return standIn.console.updateAccount(uid, { emailVerified: true });
  const server = await findServer(foyer.dataDir);
  const address = "http://accounts.invalid/identitytoolkit.googleapis.com/v1/projects/foyer";
  const body = JSON.stringify({ localId: uid, emailVerified: true });
  const headers = { "Content-Type": "application/json" };
  const request = new Request(`${address}/accounts:update`, { method: "POST", headers, body });
  const answer = await server?.(request);
  if (answer?.ok !== true) throw new Error("The address was not confirmed.");
}
