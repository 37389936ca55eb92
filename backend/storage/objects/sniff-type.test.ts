import { expect, test } from "vitest";
import { createRandom } from "../testing/random.ts";
import { SNIFFED_BYTES, sniffType } from "./sniff-type.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

test("the first bytes say what a content is", async () => {
  const contents: [string, Buffer][] = [
    [
      "image/png",
      bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\0\0\0\0\0\0\0\0IDAT"),
    ],
    ["image/jpeg", bytes("\xff\xd8\xff\xe0\0\x10JFIF\0")],
    ["image/gif", bytes("GIF89a\x01\0\x01\0")],
    ["image/webp", bytes("RIFF\x1a\0\0\0WEBPVP8 ")],
    ["application/pdf", bytes("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")],
    ["application/zip", bytes("PK\x05\x06".padEnd(22, "\0"))],
    ["video/mp4", bytes("\0\0\0\x18ftypisom\0\0\x02\0isomiso2")],
  ];
  for (const [type, content] of contents) expect(await sniffType(content), type).toBe(type);
});

test("text, nothing and what is cut off show nothing, and never fail", async () => {
  const contents = [
    "",
    "hello",
    "<!doctype html><script>1</script>",
    "{}",
    "\x89PN",
    "PK\x03",
    // Each begins like a file of another kind.
    "BMW and other makers\r\n",
    "GIF is a format\t",
    "ID3 tags",
    "MZ",
    "%PDF-1.7 is not over",
    Buffer.from(`FWS ${"ü".repeat(5000)}`).toString("latin1"),
  ];
  for (const content of contents) expect(await sniffType(bytes(content)), content).toBeNull();
});

test("contents made to mislead the parser are answered soon", async () => {
  const random = createRandom(5);
  const heads = [
    "PK\x03\x04",
    "\x1aE\xdf\xa3",
    "RIFF",
    "ID3\x04",
    "\0\0\0\x18ftyp",
    "II*\0",
    "OggS",
    "0&\xb2u",
    "\xff\xfb",
    "%PDF",
    "<?xml",
    "\x89PNG\r\n\x1a\n",
  ];
  const began = performance.now();
  for (let round = 0; round < 300; round++) {
    const content = Buffer.alloc(SNIFFED_BYTES * 2, 0);
    for (let at = 0; at < content.length; at++) content[at] = random(round % 3 === 0 ? 4 : 256);
    bytes(heads[round % heads.length] ?? "").copy(content);
    const type = await sniffType(content);
    expect(type === null || /^[\w.+-]+\/[\w.+-]+/.test(type)).toBe(true);
  }
  expect(performance.now() - began).toBeLessThan(5000);
});
