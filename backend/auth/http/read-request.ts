/** Bodies of requests and who sends them: the untrusted beginnings of every use case. */
import { BodyTooLargeError, type RequestFacts, readBody } from "../../http/index.ts";
import { AuthBusyError, refusal } from "../errors.ts";
import type { Client } from "../sessions/sessions.ts";

const MAX_DEVICE_CHARS = 256;

/** @throws INVALID_REQUEST, AuthBusyError */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readBody(request, maxBytes);
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw refusal("INVALID_REQUEST", error.message);
    // The connection broke: nobody hears the answer.
    throw new AuthBusyError("The body of the request ended too soon.");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusal("INVALID_REQUEST", "The body is not UTF-8.");
  }
}

export async function readForm(request: Request, maxBytes: number): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(request, maxBytes));
}

export function clientOf(request: Request, facts: RequestFacts, query: URLSearchParams): Client {
  const device = request.headers.get("user-agent")?.slice(0, MAX_DEVICE_CHARS) ?? null;
  const key = query.get("key") ?? "";
  return { address: facts.client, device, apiKey: /^[\w-]{1,100}$/.test(key) ? key : null };
}
