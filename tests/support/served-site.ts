/** The embedded backend on a port of 127.0.0.1, mounted as in the real process, without pages. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBackendHandler, mountSockets } from "../../server/http/backend-handler.ts";
import type { Exchange } from "../../server/http/request-facts.ts";
import { splitTarget } from "../../server/http/request-facts.ts";
import { openSite } from "./site.ts";
import type { Site } from "./site.ts";

export type ServedSite = Site & { origin: string; port: number };

/** `fresh`: as of `openSite`. */
export async function serveSite(options: { fresh?: boolean } = {}): Promise<ServedSite> {
  const site = await openSite(undefined, options);
  const handle = createBackendHandler({ backend: site.backend, origin: undefined });
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const client = () => "127.0.0.1";
    const exchange: Exchange = { request, response, id: "test", path, query, client };
    handle(exchange).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  mountSockets(http, {
    backend: site.backend,
    origin: undefined,
    servesHost: () => true,
    clientOf: () => "127.0.0.1",
    leaveOthers: false,
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    ...site,
    origin: `http://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await site[Symbol.asyncDispose]();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
