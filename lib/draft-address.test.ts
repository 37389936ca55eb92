import { expect, test } from "vitest";
import { draftAddress, draftFolder, draftNameOf } from "./draft-address.ts";

test.for([
  ["drafts/projects/atlas/x1/photo.jpg", "/drafts/projects/atlas/x1/photo.jpg"],
  ["drafts/projects/a b/ü ?#%.png", "/drafts/projects/a%20b/%C3%BC%20%3F%23%25.png"],
])("%s has one address, which leads back to it", ([name = "", address]) => {
  expect(draftAddress(name)).toBe(address);
  expect(draftNameOf(address)).toBe(name);
});

test.for([
  "public/a.jpg",
  "drafts/",
  "drafts//a.jpg",
  "drafts/projects/../../users/a.jpg",
  "drafts/projects/\ud800.jpg",
])("%j has none", (name) => {
  expect(draftAddress(name)).toBeUndefined();
});

test.for([
  undefined,
  7,
  "/img/-/640.jpg/a.jpg",
  "/drafts/",
  "/drafts/a//b",
  "/drafts/a/../b",
  "/drafts/a/%2e%2e/b",
  "/drafts/a/%ff",
  "/drafts/a/%61",
  "https://other.example/drafts/a/b",
])("%j names no draft's file", (src) => {
  expect(draftNameOf(src)).toBeUndefined();
});

test("the files of a draft are below its folder", () => {
  expect(draftFolder("projects", "atlas")).toBe("drafts/projects/atlas/");
});
