/** A TLS connection to one address, for the name that its certificate has to be of. */
import { connect } from "node:tls";
import type { TLSSocket } from "node:tls";

export type Dial = (target: {
  /** As it was checked; no name is looked up any more. */
  address: string;
  port: number;
  servername: string;
  signal: AbortSignal;
}) => Promise<TLSSocket>;

/** @param more for tests: whom to trust, or where the address really lies */
export const dialTls: Dial = (target) => dialWith(target);

export function dialWith(
  { address, port, servername, signal }: Parameters<Dial>[0],
  more: { ca?: string; host?: string; port?: number } = {},
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = connect({
      host: address,
      port,
      // An address has no name to send.
      ...(/^[\d.]+$|:/.test(servername) ? {} : { servername }),
      ALPNProtocols: ["http/1.1"],
      ...more,
    });
    // Whoever uses the connection hears of what befalls it; until then, and afterwards, nobody does.
    socket.on("error", () => {});
    const abort = () => socket.destroy(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    socket.once("secureConnect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
    socket.once("close", () => {
      signal.removeEventListener("abort", abort);
      reject(new Error("The connection was closed."));
    });
  });
}
