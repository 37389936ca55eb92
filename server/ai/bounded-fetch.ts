/** A fetch that follows no redirect, and takes neither more than a bounded answer nor a line without end. */

const mostBytes = 32 * 1024 * 1024;
const mostLineBytes = 1024 * 1024;
const lineEnd = 10;

export async function boundedFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  // Whoever redirects would get the key.
  const response = await fetch(input, { ...init, redirect: "error" });
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  return new Response(body.pipeThrough(bound()), { status, statusText, headers });
}

function bound(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let total = 0;
  let line = 0;
  return new TransformStream({
    transform(chunk, controller) {
      total += chunk.length;
      const end = chunk.lastIndexOf(lineEnd);
      line = end === -1 ? line + chunk.length : chunk.length - end - 1;
      if (total > mostBytes || line > mostLineBytes) {
        throw new RangeError("The provider's answer is too long.");
      }
      controller.enqueue(chunk);
    },
  });
}
