/** A way to a server of 127.0.0.1 that a test can cut, turn to another server, and count. */
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

export type CutProxy = AsyncDisposable & {
  /** `http://localhost:PORT` */
  origin: string;
  /** From the browser to the server. */
  sentBytes(): number;
  leadTo(port: number): void;
  /** Every connection that is open now. */
  cut(): void;
};

/** @param bytesPerSecond of all that is sent to the server, so that a test can come between */
export async function openCutProxy(port: number, bytesPerSecond: number): Promise<CutProxy> {
  let target = port;
  let sent = 0;
  let freeAtMs = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.once("close", () => {
        open.delete(socket);
        client.destroy();
        upstream.destroy();
      });
      // What is cut is cut for both.
      socket.on("error", () => socket.destroy());
    }
    upstream.pipe(client);
    client.on("data", (chunk) => {
      sent += chunk.length;
      upstream.write(chunk);
      freeAtMs = Math.max(freeAtMs, Date.now()) + (1000 * chunk.length) / bytesPerSecond;
      client.pause();
      setTimeout(() => client.resume(), Math.max(0, freeAtMs - Date.now()));
    });
    client.once("end", () => upstream.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    sentBytes: () => sent,
    leadTo: (next) => (target = next),
    cut: () => open.forEach((socket) => socket.destroy()),
    async [Symbol.asyncDispose]() {
      open.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
