import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Endpoint, createApi } from "../../server/http/api-router.ts";
import { splitTarget } from "../../server/http/request-facts.ts";
import type { SignedInClient } from "./sdk-client.ts";

export type Answer = { status: number; json: Record<string, unknown> | null };

/** Endpoints of the API on a port of 127.0.0.1. */
export async function serveEndpoints(endpoints: Endpoint[]) {
  const api = createApi(endpoints);
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const exchange = { request, response, id: "test", path, query, client: () => "203.0.113.9" };
    api(exchange).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  /** @param endpoint `POST /api/boards` */
  async function ask(
    endpoint: string,
    client: Pick<SignedInClient, "idToken"> | undefined,
    body?: unknown,
  ): Promise<Answer> {
    const [method = "", path = ""] = endpoint.split(" ");
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: client ? { authorization: `Bearer ${await client.idToken()}` } : {},
      ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === "" ? null : JSON.parse(text) };
  }

  async function close(): Promise<void> {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  }

  return { ask, close };
}
