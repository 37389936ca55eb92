/** What goes out on one socket. A client that does not read is cut off before what waits for it fills the memory. */
import type { WebSocket } from "ws";
import { type Message, encodeMessage } from "./frames.ts";
import type { HeldShare } from "../http/index.ts";

const MAX_UNSENT_BYTES = 16 * 1024 * 1024;
/** A small frame costs more memory than its bytes. */
const MAX_UNSENT_FRAMES = 2_000;

export type SocketSender = {
  send(message: string | Message): void;
  pong(data: Buffer): void;
};

/** @param held what waits for all sockets of one address. */
export function createSocketSender(socket: WebSocket, held: HeldShare): SocketSender {
  let unsent = { bytes: 0, frames: 0 };
  // One message may be as large as it is.
  let largest = { bytes: 0, frames: 0 };
  let closed = false;

  socket.on("close", () => {
    closed = true;
    held.give(unsent.bytes);
  });

  function isSlow(): boolean {
    return (
      unsent.bytes > MAX_UNSENT_BYTES + largest.bytes ||
      unsent.frames > MAX_UNSENT_FRAMES + largest.frames
    );
  }

  /** Returns what is to be called when the frame has been sent. */
  function countFrame(bytes: number): () => void {
    unsent = { bytes: unsent.bytes + bytes, frames: unsent.frames + 1 };
    return () => {
      if (closed) return;
      unsent = { bytes: unsent.bytes - bytes, frames: unsent.frames - 1 };
      held.give(bytes);
    };
  }

  return {
    send(message) {
      if (socket.readyState !== socket.OPEN) return;
      const { sizeBytes, frames } = typeof message === "string" ? encodeMessage(message) : message;
      if (isSlow() || !held.take(sizeBytes)) return socket.terminate();
      largest = {
        bytes: Math.max(largest.bytes, sizeBytes),
        frames: Math.max(largest.frames, frames.length),
      };
      for (const frame of frames) socket.send(frame, { binary: false }, countFrame(frame.length));
    },
    pong(data) {
      if (socket.readyState !== socket.OPEN) return;
      if (isSlow() || !held.take(data.length)) return socket.terminate();
      socket.pong(data, false, countFrame(data.length));
    },
  };
}
