/** The code in a body. What is no code here counts as a guess of the network that sent it. */
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";
import type { Client } from "../sessions/sessions.ts";
import { OperationError } from "../../sqlite/index.ts";
import { hashCode } from "./code-store.ts";

const MAX_CHARS = 200;

/** @throws MISSING_OOB_CODE, INVALID_OOB_CODE, TOO_MANY_ATTEMPTS_TRY_LATER, and what `work` throws */
export async function withCode<Result>(
  context: AuthContext,
  body: Body,
  client: Client,
  work: (codeHash: string) => Promise<Result>,
): Promise<Result> {
  const oobCode = readString(body, "oobCode") ?? "";
  if (oobCode === "") throw refusal("MISSING_OOB_CODE");
  const attempt = context.limiter.take("code", { client: client.address });
  try {
    if (oobCode.length > MAX_CHARS) throw refusal("INVALID_OOB_CODE");
    const result = await work(hashCode(oobCode));
    attempt.giveBack();
    return result;
  } catch (error) {
    const isGuess = error instanceof OperationError && error.code === "INVALID_OOB_CODE";
    if (!isGuess) attempt.giveBack();
    throw error;
  }
}
