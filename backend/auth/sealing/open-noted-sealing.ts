import type { SqlitePort } from "../../sqlite/index.ts";
import type { AuthOperations } from "../auth-operations.ts";
import { secretPurposeOf } from "../second-factors/sealed-secret.ts";
import { openSealing } from "./sealing-key.ts";
import type { Sealing } from "./sealing.ts";

/** @throws Error that says what to do when the key is not the one that this data was sealed with. */
export async function openNotedSealing(
  sqlite: SqlitePort<AuthOperations>,
  keysDir: string,
  nowMs: number,
): Promise<Sealing> {
  const factor = await sqlite.read("auth.anySealedSecret", undefined);
  return openSealing(keysDir, {
    sealed: factor && { purpose: secretPurposeOf(factor.uid), text: factor.sealedSecret },
    giveUp: () => sqlite.write("auth.forgetSecondFactors", nowMs),
  });
}
