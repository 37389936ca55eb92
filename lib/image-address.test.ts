import { expect, test } from "vitest";
import { imageAddress, parseImageAddress } from "./image-address.ts";

const md5Hash = "+/+/AAAAAAAAAAAAAAAAAA==";

test("an address names hash, width, format and object, and leads back to them", () => {
  const name = "public/a b/ü&'(100%)+.png";
  const address = imageAddress({ name, md5Hash }, 640, "avif");
  expect(address).toBe("/img/-_-_AAAAAAAAAAAAAAAAAA/640.avif/a%20b/%C3%BC%26'(100%25)%2B.png");
  expect(parseImageAddress(address ?? "")).toEqual({ name, md5Hash, width: 640, format: "avif" });
});

test("an address without a hash means whatever is there now", () => {
  const address = imageAddress({ name: "public/a.png", md5Hash: null }, 160, "jpg");
  expect(address).toBe("/img/-/160.jpg/a.png");
  expect(parseImageAddress("/img/-/160.jpg/a.png")?.md5Hash).toBeNull();
});

test.each([
  "drafts/a.png",
  "public",
  "public/",
  "public/a//b",
  "public/../a",
  "public/a/.",
  "public/\ud800",
])("%j has no address", (name) =>
  expect(imageAddress({ name, md5Hash: null }, 160, "jpg")).toBeUndefined(),
);

test.each([
  "/img/-/160.jpg/",
  "/img/-/161.jpg/a.png",
  "/img/-/0160.jpg/a.png",
  "/img/-/160.png/a.png",
  "/img/-/160.JPG/a.png",
  "/img/--/160.jpg/a.png",
  "/img/AAAAAAAAAAAAAAAAAAAAA/160.jpg/a.png",
  "/img/-/160.jpg//a.png",
  "/img/-/160.jpg/../users/ann/a.png",
  "/img/-/160.jpg/..%2Fusers%2Fann%2Fa.png",
  "/img/-/160.jpg/%2e%2e/users/ann/a.png",
  "/img/-/160.jpg/b%2Fa.png",
  "/img/-/160.jpg/%61.png",
  "/img/-/160.jpg/%c3%bc.png",
  "/img/-/160.jpg/%FF.png",
  "/img/-/160.jpg/%",
  "/img/-/160.jpg/a b.png",
  "/img/-/160.jpg/a.png/",
  "/IMG/-/160.jpg/a.png",
])("%s is no address of a picture", (path) => {
  expect(parseImageAddress(path)).toBeUndefined();
});
