/** Stands between a client and the server and breaks connections off in the middle, to both sides. */
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** After so many bytes of the connection's requests, or of its answers. */
export type Cut = { sent: number } | { received: number };

export type CuttingProxy = AsyncDisposable & {
  port: number;
  /** Connections that were broken off. */
  cuts: () => number;
  /** Ends the connections that are open, so that all that follow are new ones. */
  endAll: () => void;
};

/** `nextCut` is asked for each connection; undefined: it is left alone. */
export async function startCuttingProxy(
  serverPort: number,
  nextCut: () => Cut | undefined,
): Promise<CuttingProxy> {
  let cuts = 0;
  const open = new Set<Socket>();

  const proxy = createServer((client) => {
    const cut = nextCut();
    const server = connect(serverPort, "127.0.0.1");
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      open.add(socket);
      // A broken connection is what this is for.
      socket.on("error", end);
      socket.on("close", () => {
        open.delete(socket);
        end();
      });
    }
    const breakOff = () => {
      cuts += 1;
      end();
    };
    forward(client, server, cut !== undefined && "sent" in cut ? cut.sent : Infinity, breakOff);
    forward(
      server,
      client,
      cut !== undefined && "received" in cut ? cut.received : Infinity,
      breakOff,
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    endAll,
    port: (proxy.address() as AddressInfo).port,
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      endAll();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** What came before the cut arrives. */
function forward(from: Socket, to: Socket, limit: number, breakOff: () => void): void {
  let passed = 0;
  from.on("data", (chunk: Buffer) => {
    if (passed > limit) return;
    const rest = limit - passed;
    passed += chunk.length;
    if (chunk.length > rest) to.write(chunk.subarray(0, rest), breakOff);
    else to.write(chunk);
  });
  from.on("end", () => to.end());
}
