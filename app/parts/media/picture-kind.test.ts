import { expect, test } from "vitest";
import { maxPictureBytes, pdfOf, pictureOf } from "./picture-kind.ts";

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const heads = {
  "image/jpeg": "\xff\xd8\xff\xe1",
  "image/png": "\x89PNG\r\n\x1a\n",
  "image/gif": "GIF89a",
  "image/webp": "RIFF\0\0\0\0WEBPVP8 ",
  "image/avif": "\0\0\0\x1cftypavif\0\0\0\0mif1miaf",
};
const fileOf = (head: string, name: string, type = "") =>
  new File([bytesOf(head.padEnd(200, "\0"))], name, { type, lastModified: 5 });

test.for(Object.entries(heads))(
  "%s is known by its first bytes, whatever it is called",
  async ([type, head]) => {
    const picture = await pictureOf(fileOf(head, "Boat.heic", "text/html"));
    expect(picture.type).toBe(type);
    expect(picture.name).toMatch(/^Boat\.(?:jpg|png|gif|webp|avif)$/);
    expect([picture.size, picture.lastModified]).toEqual([200, 5]);
  },
);

test.for([
  ["\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"],
  ["\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "HEIC"],
  ["<svg xmlns='http://www.w3.org/2000/svg'>", "no picture"],
  ["<html>", "no picture"],
])("%j is refused in words", async ([head = "", words]) => {
  await expect(pictureOf(fileOf(head, "a.jpg", "image/jpeg"))).rejects.toThrow(words);
});

test("an empty file and one that is too large are refused", async () => {
  await expect(pictureOf(new File([], "a.jpg"))).rejects.toThrow("empty");
  const large = fileOf(heads["image/png"], "a.png");
  Object.defineProperty(large, "size", { value: maxPictureBytes + 1 });
  await expect(pictureOf(large)).rejects.toThrow("more than 64 MB");
});

test("a PDF is known by its mark, and nothing else is one", async () => {
  expect(await pdfOf(fileOf("\n%PDF-1.7", "a.bin"))).toMatchObject({
    name: "a.bin.pdf",
    type: "application/pdf",
  });
  await expect(pdfOf(fileOf("<html>", "a.pdf"))).rejects.toThrow("no PDF");
});
