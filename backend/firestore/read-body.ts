/** The JSON of a request. It goes by the path: Firestore Lite sends its JSON as text/plain. */
import { invalidArgument } from "./errors.ts";

const MAX_BODY_BYTES = 10 * 1024 * 1024;

export async function readBody(request: Request): Promise<{ json: unknown; sizeBytes: number }> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_BODY_BYTES) {
      throw invalidArgument(`The body must not be larger than ${MAX_BODY_BYTES} bytes.`);
    }
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    return { json: JSON.parse(text), sizeBytes };
  } catch {
    throw invalidArgument("The body is not JSON in UTF-8.");
  }
}
