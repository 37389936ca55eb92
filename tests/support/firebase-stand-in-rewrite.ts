/**
 * Cloud Storage's `rewriteTo`, as cloud.google.com/storage/docs/json_api/v1/objects/rewrite has it: only under the
 * conditions that are asked for, a large object in rounds by a token, and errors without the name of their status.
 */

/** Google makes a copy within one place in one round; here a larger one takes two, so that rounds are tried. */
const largeBytes = 1024 ** 2;

type Metadata = { size: string; generation: string; contentType?: string };

export async function answerRewrite(
  /** To the embedded backend's own form of it, which answers with the resource alone. */
  request: Request,
  { query, source }: { query: URLSearchParams; source: string },
  ask: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { url, headers } = request;
  if (query.get("ifGenerationMatch") !== "0") {
    return refuse(400, "This stand-in makes copies under new names only.");
  }
  const authorization = headers.get("authorization") ?? "";
  const found = await ask(new Request(new URL(source, url), { headers: { authorization } }));
  if (!found.ok) return refuse(found.status, await found.text());
  const { size, generation } = (await found.json()) as Metadata;
  if ((query.get("sourceGeneration") ?? generation) !== generation) {
    return refuse(404, "No such object.");
  }
  const body = (await request.clone().json()) as { contentType?: string };
  if (body.contentType === undefined) return refuse(400, "Required: contentType");
  const token = Buffer.from(`${source} ${generation} ${url}`).toString("base64url");
  const given = query.get("rewriteToken");
  if (given === null && Number(size) > largeBytes) {
    return Response.json({
      kind: "storage#rewriteResponse",
      totalBytesRewritten: String(largeBytes),
      objectSize: size,
      done: false,
      rewriteToken: token,
    });
  }
  if (given !== null && given !== token) return refuse(400, "Invalid rewrite token.");
  const answered = await ask(request);
  if (!answered.ok) return refuse(answered.status, await answered.text());
  const { downloadTokens: _, ...resource } = (await answered.json()) as Record<string, unknown>;
  return Response.json({
    kind: "storage#rewriteResponse",
    totalBytesRewritten: size,
    objectSize: size,
    done: true,
    resource,
  });
}

function refuse(code: number, message: string): Response {
  const errors = [{ message, domain: "global" }];
  return Response.json({ error: { code, message, errors } }, { status: code });
}
