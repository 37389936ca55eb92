/** The embedded backend on a port of 127.0.0.1, mounted as in the real process, without pages. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { urlsOnOrigin } from "../../server/backend-port/clients.ts";
import { createHostedServerBackend } from "../../server/backend-port/hosted.ts";
import type { HostedServerBackend } from "../../server/backend-port/hosted.ts";
import type { ServiceAccountKey } from "../../server/config/firebase-settings.ts";
import { createBackendHandler, mountSockets } from "../../server/http/backend-handler.ts";
import type { Exchange } from "../../server/http/request-facts.ts";
import { splitTarget } from "../../server/http/request-facts.ts";
import type { Log } from "../../server/log.ts";
import { recordingLog } from "./log.ts";
import { openSite } from "./site.ts";
import type { Site, SiteOptions } from "./site.ts";

export type ServedSite = Site & { origin: string; port: number };

/** `trustForwarded`: the client is who `X-Forwarded-For` names, for limits per network. */
type ServeOptions = SiteOptions & { trustForwarded?: boolean };

export async function serveSite({
  trustForwarded = false,
  ...options
}: ServeOptions = {}): Promise<ServedSite> {
  let origin = "";
  const actionUrl = () => `${origin}/forgot-password`;
  const site = await openSite(undefined, { actionUrl, ...options });
  const handle = createBackendHandler({ backend: site.backend, origin: undefined });
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const forwarded = request.headers["x-forwarded-for"];
    const client = () =>
      trustForwarded && typeof forwarded === "string" ? forwarded : "127.0.0.1";
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
  origin = `http://127.0.0.1:${port}`;
  return {
    ...site,
    origin,
    port,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await site[Symbol.asyncDispose]();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** The same site as a server far from it sees it: over the network, as Firebase. */
export async function hostedBackendOf(
  site: ServedSite,
  more: { key?: ServiceAccountKey; log?: Log; clock?: () => number } = {},
): Promise<HostedServerBackend> {
  return createHostedServerBackend({
    urls: urlsOnOrigin(site.origin),
    projectId: "foyer",
    bucket: "foyer",
    namespace: "foyer",
    key: more.key ?? (await site.backend.createServiceAccount(site.origin)),
    log: more.log ?? recordingLog().log,
    ...(more.clock && { clock: more.clock }),
  });
}
