import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
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

/** What limits count by: an IPv4 address, or the /64 that an IPv6 customer usually gets as a whole. */
export function limitKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.split("%")[0]!.toLowerCase().split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: zeros }, () => "0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
