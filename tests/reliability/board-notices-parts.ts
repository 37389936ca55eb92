/** What both sides of the test of boards' notices put together: the process that is killed, and the one that looks afterwards. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { openFollowing } from "../../server/boards/testing/open-following.ts";
import { createLog } from "../../server/log.ts";
import { dialWith } from "../../server/outgoing/dial-tls.ts";
import { createOutgoingFetch } from "../../server/outgoing/outgoing-fetch.ts";

export type PushPort = { port: number; ca: string };
export type AskedNotices = PushPort & { board: string; ann: string; ben: string; first: number };

export function followingOf(backend: ServerBackend, { port, ca }: PushPort) {
  const fetch = createOutgoingFetch({
    userAgent: "Foyer/test",
    resolve: async () => [{ address: "93.184.216.34" }],
    dial: (target) => dialWith(target, { host: "127.0.0.1", port, ca }),
  });
  // No account is told of so much by its devices at once: ten minutes are a second here.
  const start = Date.now();
  const now = () => start + (Date.now() - start) * 600;
  return openFollowing({ backend, log: createLog("silent"), now, fetch, isOnlyCopy: true });
}
