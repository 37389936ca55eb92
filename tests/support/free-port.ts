import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that a system hands out by itself: while the server is down nothing else gets it. */
const lowest = 20_000;
const count = 12_000;

/** Of this machine, for a server that is started again: what a browser keeps belongs to one origin. */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    // oxlint-disable-next-line no-await-in-loop -- seldom more than one
    if (await isFree(port)) return String(port);
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    // Somebody else's.
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
