import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import type { Settings } from "../config/settings.ts";

/** The address of the client: the first untrusted one from the right. `X-Forwarded-For` counts only from named proxies. */
export function createClientReader(
  trustProxy: Settings["trustProxy"],
): (request: IncomingMessage) => string {
  const trusts =
    typeof trustProxy === "number"
      ? (_address: string, hop: number) => hop < trustProxy
      : proxyAddr.compile(trustProxy);
  return (request) => {
    const direct = request.socket.remoteAddress;
    return direct === undefined ? "" : proxyAddr(request, trusts);
  };
}
