/**
 * Stops an HTTP server without cutting an answer. Node's own `close()` destroys a connection as soon as its answer was
 * handed over, also while bytes of it still wait for a slow reader.
 */
import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import type { Socket } from "node:net";

/** To be called before the server listens. What is still under way after `timeoutMs` is cut. */
export function createStopper(http: Server, timeoutMs: number): () => Promise<void> {
  const answering = new Map<Socket, number>();
  let stopping = false;

  http.on("connection", (socket: Socket) => {
    answering.set(socket, 0);
    socket.once("close", () => answering.delete(socket));
  });
  // From here on it is its WebSocket's.
  http.on("upgrade", (_request, socket) => answering.delete(socket as Socket));
  http.prependListener("request", ({ socket }, response) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    if (stopping) response.setHeader("Connection", "close");
    response.once("close", () => {
      const left = (answering.get(socket) ?? 1) - 1;
      if (answering.has(socket)) answering.set(socket, left);
      if (stopping && left === 0) socket.destroySoon();
    });
  });

  return async () => {
    stopping = true;
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(http, () => resolve());
    });
    for (const [socket, count] of answering) if (count === 0) socket.destroySoon();
    const timer = setTimeout(() => http.closeAllConnections(), timeoutMs);
    await closed;
    clearTimeout(timer);
  };
}
