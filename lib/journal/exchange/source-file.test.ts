import { expect, test } from "vitest";
import type { Zip } from "../../zip/read-zip.ts";
import { folderOfFiles, folderOfZip, textOf } from "./source-file.ts";

const member = {
  name: "a.mov",
  size: 0,
  packed: 0,
  modified: "",
  fault: "",
  crc: 0,
  method: 0,
  at: 0,
  before: 0,
};

test("a large file comes in pieces, each once and in its order", async () => {
  const zip: Zip = {
    members: [member],
    async *pieces() {
      for (let at = 1; at <= 5; at += 1) yield new Uint8Array(5_000_000).fill(at);
    },
    bytes: async () => new Uint8Array(),
  };
  const blob = await folderOfZip(zip).files[0]!.blob("video/quicktime");
  expect([blob.size, blob.type]).toEqual([25_000_000, "video/quicktime"]);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  expect([0, 4_999_999, 5_000_000, 12_000_000, 24_999_999].map((at) => bytes[at])).toEqual([
    1, 1, 2, 3, 5,
  ]);
});

test("what an operating system has put there is none of it, and what cannot be opened is said", () => {
  const names = ["Top/a.md", "Top/.DS_Store", "__MACOSX/Top/._a.md", "Top/b.md"];
  const members = names.map((name) => ({
    ...member,
    name,
    fault: name.endsWith("b.md") ? "b.md is encrypted." : "",
  }));
  const { files, said } = folderOfZip({
    members,
    pieces: () => never(),
    bytes: async () => new Uint8Array(),
  });
  expect([files.map(({ path }) => path), said]).toEqual([["a.md"], ["b.md is encrypted."]]);
});

test("a text that is too large, or no UTF-8, is refused with a sentence", async () => {
  const file = (bytes: Uint8Array<ArrayBuffer>) =>
    folderOfFiles([{ path: "", file: new File([bytes], "a.md") }]).files[0]!;
  expect(await textOf(file(new TextEncoder().encode("\uFEFFé")), 10)).toBe("é");
  await expect(textOf(file(new Uint8Array([0xff, 0xfe])), 10)).rejects.toThrow(
    "a.md is no text in UTF-8.",
  );
  await expect(textOf(file(new Uint8Array(11)), 10)).rejects.toThrow("a.md is larger than");
});

async function* never(): AsyncGenerator<Uint8Array<ArrayBuffer>> {}
