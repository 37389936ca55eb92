import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { createClientReader } from "./client-address.ts";

// The two things that are read of a request; a socket cannot be given a foreign address.
function requestFrom(remoteAddress: string, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

test("X-Forwarded-For is ignored unless a proxy is trusted", () => {
  expect(createClientReader([])(requestFrom("203.0.113.9", "10.0.0.1"))).toBe("203.0.113.9");
});

test("with one hop the client is the last address that the proxy wrote, not one that the client made up", () => {
  expect(createClientReader(1)(requestFrom("10.0.0.2", "6.6.6.6, 203.0.113.9"))).toBe(
    "203.0.113.9",
  );
});

test("with named proxies the client is the first untrusted address from the right", () => {
  const clientOf = createClientReader(["10.0.0.0/8"]);
  expect(clientOf(requestFrom("10.0.0.2", "6.6.6.6, 203.0.113.9, 10.1.1.1"))).toBe("203.0.113.9");
  expect(clientOf(requestFrom("203.0.113.7", "10.1.1.1"))).toBe("203.0.113.7");
});
