/** An answer in JSON that nobody keeps, unless `headers` say otherwise. `body` is made JSON, a string is JSON already. */
export function jsonResponse(
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): Response {
  return new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}
