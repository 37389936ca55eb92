/**
 * The network's `fetch` undoes a Content-Encoding that an object is stored with, and leaves the headers of before it
 * did: what they say of the length is then wrong.
 */
export function withPlainMedia(
  fetch: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (new URL(request.url).searchParams.get("alt") !== "media") return fetch(request);
    const plain = new Request(request);
    // Else Google may encode on the way, too, and knows no length.
    plain.headers.set("accept-encoding", "identity");
    const answer = await fetch(plain);
    if (!answer.headers.has("content-encoding")) return answer;
    const headers = new Headers(answer.headers);
    headers.delete("content-encoding");
    headers.delete("content-length");
    return new Response(answer.body, { status: answer.status, headers });
  };
}
