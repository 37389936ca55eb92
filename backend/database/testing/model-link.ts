/** A TCP relay between clients and the server, in which one client can be cut off as by a network. */
import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** @param portOf where the server listens, asked at each connection */
export async function openModelLink(portOf: () => number) {
  const open = new Map<Socket, { appId: string | undefined }>();
  const relay = createServer((near) => {
    const client: { appId: string | undefined } = { appId: undefined };
    const far = connect(portOf(), "127.0.0.1");
    open.set(near, client);
    // The SDK says in the address of its socket which app it is.
    near.once("data", (request) => {
      client.appId = /[?&]p=([^& ]+)/.exec(request.toString("latin1"))?.[1];
      far.write(request);
      near.pipe(far);
    });
    far.pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      // A cut is an error at the other end; "close" follows.
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const origin = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}?ns=foyer`,
    /** Whoever has this `appId`. */
    cut(appId: string): void {
      const lost = [...open].filter(([, client]) => client.appId === appId);
      if (lost.length === 0) throw new Error(`Nobody is connected as ${appId}.`);
      for (const [socket] of lost) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open.keys()) socket.destroy();
      relay.close();
      await once(relay, "close");
    },
  };
}
