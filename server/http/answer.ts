/** Short answers that are no page. */
import type { Exchange } from "./request-facts.ts";
import { bareContentSecurityPolicy } from "./security-headers.ts";

export function answerText(
  { request, response }: Exchange,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  const body = Buffer.from(`${text}\n`);
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Security-Policy": bareContentSecurityPolicy,
    "Cache-Control": "no-store",
    "Content-Length": body.length,
    ...headers,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** The one JSON error shape of `/api`: `{error: {code, message}}`. */
export function apiError(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error: { code, message } }, { status, headers });
}

/** @param waitS whole seconds */
export function tooManyRequests(waitS: number): Response {
  return apiError(429, "too-many-requests", `Too many requests. Try again in ${waitS} s.`, {
    "Retry-After": String(waitS),
  });
}
