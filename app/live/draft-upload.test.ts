import { expect, test } from "vitest";
import { storedNameOf } from "./draft-upload.ts";

test.for([
  ["Bild Ö (1).PNG", "Bild-O-1.png"],
  ["../../etc/passwd", "etc-passwd"],
  ["…", "file"],
  [".jpg", "file.jpg"],
  ["写真 2.webp", "写真-2.webp"],
  [`${"x".repeat(300)}.jpg`, `${"x".repeat(80)}.jpg`],
  ["a\ud800b.gif", "a-b.gif"],
])("%j is stored as %j", ([name = "", stored]) => {
  expect(storedNameOf(name)).toBe(stored);
});
