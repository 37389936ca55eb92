import { expect, test } from "vitest";
import { misfitsOf } from "./schema-of.ts";

const project = { slug: "a", title: "A", summary: "" };
const picture = { src: "/img/-/640.webp/a.jpg", alt: " ", width: 640, height: 480 };

test("a text that cannot be shown as it is may be read, but not written", () => {
  const content = [{ type: "paragraph", content: [{ type: "marquee" }] }];
  expect(misfitsOf("projects/a", { ...project, body: { type: "doc", content } })).toEqual([
    { path: "body.content[0].content[0]", message: 'is a "marquee", which no text can hold' },
  ]);
  expect(misfitsOf("site/profile", { story: { type: "doc", content } })).toHaveLength(1);
});

test("a picture that is shown needs its words, one of a hidden project may wait", () => {
  const message = "is empty; say what the picture shows";
  const described = { ...picture, alt: "A boat" };
  const data = { ...project, cover: picture, gallery: [described, picture] };
  expect(misfitsOf("projects/a", data)).toEqual([
    { path: "cover.alt", message },
    { path: "gallery[1].alt", message },
  ]);
  expect(misfitsOf("projects/a", { ...data, hidden: true })).toEqual([]);
  expect(misfitsOf("site/profile", { photo: picture })).toEqual([{ path: "photo.alt", message }]);
});
