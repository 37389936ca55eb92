import { expect, test } from "vitest";
import { createRandom } from "../testing/random.ts";
import { closingBytes, parseBoundary, readMultipart } from "./multipart.ts";

const BOUNDARY = "b0und-ary";
const HEAD =
  `--${BOUNDARY}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n{"name":"a"}` +
  `\r\n--${BOUNDARY}\r\nContent-Type: image/png\r\n\r\n`;
const CLOSING = `\r\n--${BOUNDARY}--`;

async function read(pieces: readonly (string | Uint8Array)[], boundary = BOUNDARY) {
  async function* chunks() {
    for (const piece of pieces) yield Buffer.from(piece as string);
  }
  const { json, contentType, headBytes, content } = await readMultipart(chunks(), boundary);
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return { json: json.toString(), contentType, headBytes, content: Buffer.concat(parts) };
}

const cutAt = (body: Buffer, at: number) => [body.subarray(0, at), body.subarray(at)];

test("a body that is cut at any place says the same", async () => {
  // The content holds beginnings of the delimiter, and ends in one.
  const content = `\r\n--${BOUNDARY.slice(0, -1)}\r\n--\r\r\n-\r\n--${BOUNDARY.slice(0, 3)}`;
  const body = Buffer.from(HEAD + content + CLOSING);
  for (let at = 0; at <= body.length; at++) {
    const { json, contentType, headBytes, content: found } = await read(cutAt(body, at));
    expect([json, contentType, headBytes]).toEqual(['{"name":"a"}', "image/png", HEAD.length]);
    expect(found.toString()).toBe(content);
  }
  const single = Array.from(body, (_, at) => body.subarray(at, at + 1));
  expect((await read(single)).content.toString()).toBe(content);
  expect(closingBytes(BOUNDARY)).toBe(CLOSING.length);
});

test("any bytes pass unchanged, in chunks of any size", async () => {
  const random = createRandom(7);
  for (let round = 0; round < 200; round++) {
    // Few different bytes, so that beginnings of the delimiter are frequent.
    const alphabet = round % 2 === 0 ? "\r\n-b0" : undefined;
    const content = Buffer.alloc(random(300)).map(() =>
      alphabet === undefined ? random(256) : alphabet.charCodeAt(random(alphabet.length)),
    );
    const body = Buffer.concat([Buffer.from(HEAD), content, Buffer.from(CLOSING)]);
    const pieces: Buffer[] = [];
    for (let at = 0; at < body.length;) {
      const size = random(40);
      pieces.push(body.subarray(at, at + size));
      at += size;
    }
    expect((await read(pieces)).content.equals(content), `round ${round}`).toBe(true);
  }
});

test.each([
  ["nothing", ""],
  ["another boundary", `--other\r\n\r\n{}\r\n--other\r\n\r\nx\r\n--other--`],
  ["something in front", `preamble\r\n${HEAD}x${CLOSING}`],
  ["one part only", `--${BOUNDARY}\r\n\r\n{}${CLOSING}`],
  ["three parts", `${HEAD}x\r\n--${BOUNDARY}\r\n\r\ny${CLOSING}`],
  ["no closing boundary", `${HEAD}x`],
  ["half a closing boundary", `${HEAD}x${CLOSING.slice(0, -1)}`],
  ["something behind the end", `${HEAD}x${CLOSING}\r\nmore`],
  ["a header line without a colon", `--${BOUNDARY}\r\nnonsense\r\n\r\n{}`],
  ["endless header lines", `--${BOUNDARY}\r\n${"a: b\r\n".repeat(1000)}`],
  ["an endless header line", `--${BOUNDARY}\r\na: ${"b".repeat(100_000)}`],
  ["endless metadata", `--${BOUNDARY}\r\n\r\n${" ".repeat(200_000)}`],
  ["bare line feeds", (HEAD + "x" + CLOSING).replaceAll("\r\n", "\n")],
])("a body with %s is refused, whole or in pieces", async (_, body) => {
  const bytes = Buffer.from(body);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 1000) }, (__, index) =>
    bytes.subarray(index * 1000, (index + 1) * 1000),
  );
  for (const form of [[bytes], pieces, cutAt(bytes, bytes.length >> 1)]) {
    await expect(read(form)).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  }
});

test("the boundary is read from the content type, quoted or not", () => {
  expect(parseBoundary("multipart/related; boundary=abc")).toBe("abc");
  expect(parseBoundary('Multipart/Related;type="application/json"; BOUNDARY="a b:c"')).toBe(
    "a b:c",
  );
  for (const type of [
    null,
    "",
    "multipart/form-data; boundary=abc",
    "multipart/related",
    "multipart/related; boundary=",
    `multipart/related; boundary=${"a".repeat(71)}`,
    "multipart/related; boundary=a\nb",
    'multipart/related; boundary="a',
    "multipart/related; boundary=ä",
  ]) {
    expect(() => parseBoundary(type), String(type)).toThrow("The Content-Type");
  }
});

test("nothing is kept of what has passed: a content larger than the memory may be read", async () => {
  const piece = Buffer.alloc(1024 * 1024, "\r\n--b0und-ar");
  async function* chunks() {
    yield Buffer.from(HEAD);
    for (let count = 0; count < 200; count++) yield piece;
    yield Buffer.from(CLOSING);
  }
  const { content } = await readMultipart(chunks(), BOUNDARY);
  let sizeBytes = 0;
  let largest = 0;
  for await (const part of content) {
    sizeBytes += part.length;
    largest = Math.max(largest, part.length);
  }
  expect(sizeBytes).toBe(200 * piece.length);
  expect(largest).toBeLessThan(piece.length + 100);
});
