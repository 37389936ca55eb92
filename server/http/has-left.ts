import type { IncomingMessage, ServerResponse } from "node:http";

/** Whether a request failed because its client is gone: nobody waits for an answer, and nothing is wrong here. */
export function hasLeft(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  error: unknown,
): boolean {
  if (request.destroyed && !request.complete) return true;
  // Of an answer on its way, by the request's own signal.
  return response.destroyed && error instanceof Error && error.name === "AbortError";
}
