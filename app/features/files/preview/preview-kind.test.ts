import { expect, test } from "vitest";
import { previewKind } from "./preview-kind.ts";

test("a file is looked at as its type says, and as its name says where the type says nothing", () => {
  const kinds = {
    "a.png image/png": "image",
    "a.svg image/svg+xml": "image",
    "a.html text/html; charset=utf-8": "text",
    "a.xhtml application/xhtml+xml": "text",
    "a.ts video/mp2t": "text",
    "a.CSV application/vnd.ms-excel": "table",
    "book.xls application/vnd.ms-excel": "other",
    "README.md text/plain": "markdown",
    "notes text/plain": "text",
    "Makefile ": "text",
    "a.PDF application/octet-stream": "pdf",
    "a.mp4 application/octet-stream": "video",
    "a.bin application/octet-stream": "other",
    "a.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document": "other",
    "a.heic image/heic": "other",
    "feed.rss application/rss+xml": "text",
    "a.zip application/x-zip-compressed": "zip",
    "constructor constructor": "other",
  };
  for (const [said, kind] of Object.entries(kinds)) {
    const at = said.indexOf(" ");
    expect(previewKind({ name: said.slice(0, at), type: said.slice(at + 1) }), said).toBe(kind);
  }
});
