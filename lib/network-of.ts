import { isIPv4, isIPv6 } from "node:net";

/** The part of an address that one person can be expected to hold: an IPv4 address, or an IPv6 /64. */
export function networkOf(client: string): string {
  const address = client.replace(/%.*$/s, "");
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  // WHATWG URLs write an IPv6 address in its one canonical form.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(8 - front.length - back.length).fill("0");
  const groups = [...front, ...zeros, ...back];
  // The canonical form of a mapped address has two groups of hexadecimal digits.
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") {
    const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16)) as [
      number,
      number,
    ];
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/**
 * What one customer of a provider holds at most: an IPv4 address, or an IPv6 /48 (RFC 6177). Who has one /64 often has
 * thousands for the asking.
 */
export function endSiteOf(client: string): string {
  return networkOf(client).replace(/^((?:[\da-f]+:){2}[\da-f]+):[\da-f]+::\/64$/, "$1::/48");
}
