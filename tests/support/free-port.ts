import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** Of this machine, for a server that is started again: what a browser keeps belongs to one origin. */
export async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
