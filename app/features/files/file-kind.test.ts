import { expect, test } from "vitest";
import { fileKind } from "./file-kind.ts";

test("what is no plain text or picture to people has a word of its own", () => {
  const types = ["text/html", "text/javascript", "text/csv", "application/json", "image/svg+xml"];
  expect(types.map(fileKind)).toEqual(["Web page", "Code", "Table", "Data", "Drawing"]);
});

test("a type is told as a word, and one that nobody knows is a file", () => {
  const types = ["image/jpeg", "TEXT/plain; charset=utf-8", "application/pdf", "video/mp4"];
  expect(types.map(fileKind)).toEqual(["Image", "Text", "PDF", "Video"]);
  expect([null, "", "constructor", "application/x-unknown", "toString/x"].map(fileKind)).toEqual(
    Array.from({ length: 5 }, () => "File"),
  );
});
