import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { onTestFinished, expect, test } from "vitest";
import { hasLeft } from "./has-left.ts";

const aborted = new DOMException("This operation was aborted", "AbortError");
const broken = new Error("The disk is broken.");

/** One request, of which so much is sent. */
async function receive(bytes: string) {
  const http = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  await once(http, "listening");
  const client = connect((http.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => {});
  client.write(bytes);
  const [request, response] = (await once(http, "request")) as [IncomingMessage, ServerResponse];
  request.on("error", () => {});
  request.resume();
  return { client, exchange: { request, response } };
}

test("a client that leaves in the middle of its request, or of an answer, is gone", async () => {
  const half = await receive("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello");
  expect(hasLeft(half.exchange, broken)).toBe(false);
  half.client.destroy();
  await new Promise((resolve) => half.exchange.request.once("close", resolve));
  expect(hasLeft(half.exchange, broken)).toBe(true);

  const whole = await receive("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  whole.exchange.response.write("a part of it");
  expect(hasLeft(whole.exchange, aborted)).toBe(false);
  whole.client.destroy();
  await once(whole.exchange.response, "close");
  expect(hasLeft(whole.exchange, aborted)).toBe(true);
});

test("what is wrong here is not taken for it, although the client is gone", async () => {
  const { client, exchange } = await receive("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  client.destroy();
  await once(exchange.response, "close");
  expect(hasLeft(exchange, broken)).toBe(false);
});
