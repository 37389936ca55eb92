/** What a client of the socket is told of a refusal. */
import { CredentialError } from "../http/index.ts";
import { type Log, OperationError, StoreError } from "../sqlite/index.ts";

/** @param socket is closed when there is no answer that its client could take for a lasting one. */
export function answerError(
  error: unknown,
  request: { action: string },
  socket: { close(code: number, reason: string): void },
  log: Log,
): string {
  if (error instanceof OperationError) return answer(error.code, error.message);
  if (error instanceof CredentialError) {
    return answer(error.reason === "expired" ? "expired_token" : "invalid_token", error.message);
  }
  // The SDK takes any answer to a sign-in for a verdict on the token.
  if (request.action === "auth") socket.close(1013, "The token cannot be checked now.");
  if (error instanceof StoreError && error.code !== "operation-failed") {
    return answer("unavailable", error.message);
  }
  log.error({ err: error, action: request.action }, "A request on a database socket failed");
  return answer("internal_error", "The server failed; try again.");
}

function answer(status: string, text: string): string {
  return JSON.stringify({ s: status, d: text });
}
