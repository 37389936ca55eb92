import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { ForbiddenAddressError, createOutgoingFetch, isAllowedAddress } from "./outgoing.ts";

const asked: string[] = [];
const http = createServer((request, response) => {
  asked.push(request.url ?? "");
  if (request.url === "/silent") return;
  if (request.url === "/moved") response.writeHead(302, { Location: "/elsewhere" }).end();
  else if (request.url === "/long") response.end("x".repeat(1024 * 1024 + 1));
  else response.end("well");
});
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
const { port } = http.address() as AddressInfo;
afterAll(() => {
  http.closeAllConnections();
  http.close();
});

const issuer = new URL(`http://127.0.0.1:${port}`);
const fetchFor = (timeoutMs = 5000) => createOutgoingFetch({ issuer, timeoutMs, fetch });

test("a provider that does not answer is given up, and one that answers without end is too", async () => {
  await expect(fetchFor(50)(`${issuer.origin}/silent`, {})).rejects.toThrow(/timeout/i);
  await expect(fetchFor()(`${issuer.origin}/long`, {})).rejects.toThrow(/more than 1048576 bytes/);
  expect(await (await fetchFor()(`${issuer.origin}/`, {})).text()).toBe("well");
});

test("a redirect is an answer, and nobody goes there", async () => {
  expect((await fetchFor()(`${issuer.origin}/moved`, {})).status).toBe(302);
  expect(asked).not.toContain("/elsewhere");
});

test("a provider on the network speaks of https alone, one on this machine of this machine", async () => {
  const allowed = (address: string, by: string) => isAllowedAddress(new URL(address), new URL(by));
  const corp = "https://login.example.com";
  expect(allowed("https://token.example.com/x", corp)).toBe(true);
  expect(allowed("http://login.example.com/token", corp)).toBe(false);
  expect(allowed("http://127.0.0.1:9200/", corp)).toBe(false);
  expect(allowed("http://169.254.169.254/latest", "http://localhost:4000")).toBe(false);
  expect(allowed("http://localhost:4000/token", "http://localhost:4000")).toBe(true);
  expect(allowed("https://user:secret@token.example.com/", corp)).toBe(false);
  expect(allowed("file:///etc/passwd", "http://localhost:4000")).toBe(false);
  const refused = fetchFor()("http://10.0.0.1/", {});
  await expect(refused).rejects.toBeInstanceOf(ForbiddenAddressError);
});
