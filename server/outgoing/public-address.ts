/** Which addresses belong to the open internet. What stands in no list of theirs is not asked. */
import { BlockList, isIP } from "node:net";

/** IANA's special-purpose IPv4 blocks, multicast and what is reserved. */
const closedIpv4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Within 2000::/3, the only part that is handed out: Teredo and others, documentation, and what embeds IPv4. */
const closedIpv6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const closed = new BlockList();
for (const [net, prefix] of closedIpv4) closed.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of closedIpv6) closed.addSubnet(net, prefix, "ipv6");
const handedOut = new BlockList();
handedOut.addSubnet("2000::", 3, "ipv6");

/** @param address as DNS and sockets write it, without brackets. False for what is no address at all. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, "ipv4");
    case 6:
      // A zone names an interface of this machine.
      return (
        !address.includes("%") && handedOut.check(address, "ipv6") && !closed.check(address, "ipv6")
      );
    default:
      return false;
  }
}
