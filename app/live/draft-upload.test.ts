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
  ["PXL_20261102_183012345.jpg", "PXL.jpg"],
  ["2026-11-02 18.30.12.JPG", "file.jpg"],
  ["IMG-20261102-WA0001.jpeg", "IMG-WA0001.jpeg"],
  ["noodles 2026.png", "noodles-2026.png"],
  ["Certificate 20261102.pdf", "Certificate-20261102.pdf"],
])("%j is stored as %j", ([name = "", stored]) => {
  expect(storedNameOf(name)).toBe(stored);
});
