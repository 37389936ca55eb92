/** An answer in JSON that nobody keeps, unless `headers` say otherwise. `body` is made JSON, unless it is JSON already. */
export function jsonResponse(
  status: number,
  body: object | string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Response {
  const isJson = typeof body === "string" || body instanceof ReadableStream;
  return new Response(isJson ? body : JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}
