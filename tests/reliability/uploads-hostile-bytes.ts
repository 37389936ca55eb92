/** Bytes to a port that are no whole request, or two at once: what no HTTP client would send. */
import { once } from "node:events";
import { connect } from "node:net";
import type { Random } from "../support/seeded-random.ts";

const UPLOAD = "POST /v0/b/foyer/o?name=open%2Fbytes HTTP/1.1\r\nHost: localhost\r\n";
const MULTIPART = "Content-Type: multipart/related; boundary=cut\r\n";
const START =
  "X-Goog-Upload-Protocol: resumable\r\nX-Goog-Upload-Command: start\r\n" +
  "X-Goog-Upload-Header-Content-Length: 100\r\n";
const BODY =
  '--cut\r\nContent-Type: application/json\r\n\r\n{"name":"open/bytes"}\r\n' +
  "--cut\r\nContent-Type: text/plain\r\n\r\nhello\r\n--cut--";

/** Resolves with what was answered when the server, or this client, has ended the connection. */
export async function sendHostileBytes(random: Random, port: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  // The server may cut it off at any byte; "close" follows.
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await once(socket, "connect");
  socket.write(Buffer.from(bytes(random), "latin1"));
  if (random.below(3) === 0) socket.destroy();
  else socket.end();
  await closed;
  return answer;
}

function bytes(random: Random): string {
  const length = `Content-Length: ${BODY.length}\r\n`;
  switch (random.below(12)) {
    case 0:
      return Array.from({ length: 1 + random.below(300) }, () =>
        String.fromCharCode(random.below(256)),
      ).join("");
    // A body that breaks off.
    case 1:
      return `${UPLOAD}${MULTIPART}${length}\r\n${BODY.slice(0, random.below(BODY.length))}`;
    case 2:
      return `${UPLOAD}${MULTIPART}Transfer-Encoding: chunked\r\n\r\n${random.pick(["zz", "5", "ffffffffffffffff", "-1", "5;x=y"])}\r\nhello`;
    // Two lengths, and one request inside another.
    case 3:
      return `${UPLOAD}${MULTIPART}${length}Content-Length: 5\r\n\r\n${BODY}`;
    case 4:
      return `${UPLOAD}${MULTIPART}${length}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${UPLOAD}${MULTIPART}${length}\r\n${BODY}`;
    case 5:
      return `${UPLOAD}${MULTIPART}Content-Length: ${random.pick(["-1", "1e3", "0x10", "99999999999999999999", "+5", ""])}\r\n\r\n${BODY}`;
    case 6:
      return `${UPLOAD}X: ${"y".repeat(20_000)}\r\n${length}\r\n${BODY}`;
    case 7:
      return `${UPLOAD}X-Goog-Upload-Command: start\r\nX-Goog-Upload-Command: cancel\r\n${length}\r\n${BODY}`;
    case 8:
      return `${UPLOAD}${START}Content-Length: 2\r\n\r\n{}${UPLOAD}X-Goog-Upload-Comm`;
    case 9:
      return `${UPLOAD}Expect: ${random.pick(["100-continue", "x"])}\r\n${MULTIPART}${length}\r\n${BODY}`;
    case 10:
      return `GET http://elsewhere.example/v0/b/foyer/o HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    default:
      return `GET /v0/b/foyer/o/open%2Fa?alt=media HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-${"\0".repeat(random.below(3))}\r\n\r\n`;
  }
}
