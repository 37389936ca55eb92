/**
 * The reference of P6: what the writer sends is appended to a file, synced, and sent to all others. Argument: the file.
 */
import { fsyncSync, openSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

const file = openSync(process.argv[2] as string, "a");
const server = createServer();
const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
const listeners = new Set<WebSocket>();

sockets.on("connection", (socket, request) => {
  if (request.url !== "/writer") return void listeners.add(socket);
  socket.on("message", (message: Buffer) => {
    writeSync(file, message);
    fsyncSync(file);
    for (const listener of listeners) listener.send(message, { binary: false });
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`Broadcast is at http://localhost:${(server.address() as AddressInfo).port}`);
});
process.on("SIGTERM", () => process.exit(0));
