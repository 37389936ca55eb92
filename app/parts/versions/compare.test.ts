import { expect, test } from "vitest";
import { fieldChanges } from "./compare.ts";

const body = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

test("only what changed is told, by word, in rich texts too", () => {
  const changes = fieldChanges(
    { title: "Atlas", body: body("Maps of places"), tags: ["Maps"], order: "a0" },
    { title: "Atlas", body: body("Maps of old places"), tags: ["Maps"], order: "a7" },
  );
  expect(changes.map(({ field }) => field)).toEqual(["body"]);
  const added = changes[0]!.pieces.filter(({ kind }) => kind === "added");
  expect(added.map(({ text }) => text.trim())).toEqual(["old"]);
});

test("the order of an object's fields is no change, nor is empty against missing", () => {
  const changes = fieldChanges(
    { links: [{ label: "Code", url: "/x" }], summary: "", gallery: [], featured: false },
    { links: [{ url: "/x", label: "Code" }] },
  );
  expect(changes).toEqual([]);
});

test("what is in no words is still told as a change", () => {
  const picture = { src: "/img/a.webp", alt: "A map", width: 10, height: 10 };
  const [change] = fieldChanges({ cover: picture }, { cover: { ...picture, src: "/img/b.webp" } });
  expect(change).toMatchObject({ field: "cover", pieces: [{ kind: "same" }] });
});

test("a text that was taken away is shown as removed", () => {
  expect(fieldChanges({ summary: "Old words" }, {})).toEqual([
    { field: "summary", pieces: [{ text: "Old words", kind: "removed" }] },
  ]);
});
