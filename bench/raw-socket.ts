/**
 * A WebSocket client that costs little more than its system calls, so that load programs are not what is measured:
 * whole unfragmented text frames, masked with zeros.
 */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import type { Socket } from "node:net";

const FINAL_TEXT = 0x81;
const FINAL_CLOSE = 0x88;
const FINAL_PING = 0x89;
const FINAL_PONG = 0x8a;
const MASKED = 0x80;

export type RawSocket = {
  send: (text: string | Buffer) => void;
  /** Replaces what is called with the payload of each text frame. */
  onFrame: (listener: (payload: Buffer) => void) => void;
  close: () => void;
};

/** Resolves when the server has switched protocols. An end that was not asked for ends the process. */
export function openRawSocket(options: {
  port: number;
  path: string;
  headers?: Record<string, string>;
  onFrame: (payload: Buffer) => void;
}): Promise<RawSocket> {
  const socket = connect(options.port, "127.0.0.1");
  socket.setNoDelay(true);
  const lines = [
    `GET ${options.path} HTTP/1.1`,
    `Host: localhost:${options.port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    ...Object.entries(options.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let onFrame = options.onFrame;
  let closed = false;

  return new Promise((resolve, reject) => {
    let rest: Buffer = Buffer.alloc(0);
    let open = false;
    const fail = (error: Error) => {
      if (closed) return;
      if (open) throw error;
      reject(error);
    };
    socket.on("error", fail);
    socket.on("close", () => fail(new Error("The server has closed a socket.")));
    socket.on("data", (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (!open) {
        const end = rest.indexOf("\r\n\r\n");
        if (end < 0) return;
        const head = rest.toString("latin1", 0, end);
        if (!head.startsWith("HTTP/1.1 101 ")) return fail(new Error(head));
        open = true;
        rest = rest.subarray(end + 4);
        resolve({
          send: (text) => void socket.write(toFrame(FINAL_TEXT, text)),
          onFrame: (listener) => void (onFrame = listener),
          close() {
            closed = true;
            socket.destroy();
          },
        });
      }
      for (let frame = nextFrame(rest); frame !== undefined; frame = nextFrame(rest)) {
        rest = rest.subarray(frame.end);
        if (frame.kind === FINAL_TEXT) onFrame(frame.payload);
        else answerControl(socket, frame, fail);
      }
    });
  });
}

type Frame = { kind: number; payload: Buffer; end: number };

function nextFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  let start = 2;
  let length = bytes[1] as number;
  if (length === 126) {
    if (bytes.length < 4) return undefined;
    length = bytes.readUInt16BE(2);
    start = 4;
  } else if (length === 127) {
    if (bytes.length < 10) return undefined;
    length = Number(bytes.readBigUInt64BE(2));
    start = 10;
  }
  const end = start + length;
  if (bytes.length < end) return undefined;
  return { kind: bytes[0] as number, payload: bytes.subarray(start, end), end };
}

function answerControl(socket: Socket, { kind, payload }: Frame, fail: (error: Error) => void) {
  if (kind === FINAL_PING) socket.write(toFrame(FINAL_PONG, payload));
  else if (kind === FINAL_CLOSE) fail(new Error(`Closed: ${payload.toString("utf8", 2)}`));
  else fail(new Error(`A frame that begins with ${kind} was not expected.`));
}

/** Masked with zeros: the payload goes out as it is. */
function toFrame(kind: number, data: string | Buffer): Buffer {
  const length = Buffer.byteLength(data);
  if (length > 0xffff) throw new Error("Longer frames are not needed here.");
  const isShort = length < 126;
  const start = isShort ? 6 : 8;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = kind;
  frame[1] = MASKED | (isShort ? length : 126);
  if (!isShort) frame.writeUInt16BE(length, 2);
  frame.fill(0, start - 4, start);
  if (typeof data === "string") frame.write(data, start);
  else data.copy(frame, start);
  return frame;
}
