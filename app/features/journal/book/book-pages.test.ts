import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { mediaAddress } from "#lib/journal/media-address.ts";
import { type RichElement, toElements } from "#lib/rich-text/elements.ts";
import { BookPages } from "./book-pages.tsx";
import type { BookEntry, BookPhoto } from "./make-book.ts";
import { pictureIn } from "./picture-in.ts";

const photo: BookPhoto = {
  url: "blob:photo",
  alt: "A hill",
  caption: "",
  width: 40,
  height: 30,
};
const image = (src: string, size: object = {}) => ({ type: "image", attrs: { src, ...size } });
const elementsOf = (...content: object[]) =>
  toElements({ type: "doc", content }).elements as RichElement[];

function bookOf(elements: readonly RichElement[]): string {
  const entry = {
    key: "p.e",
    title: "",
    when: { v: "2026-12-01", zone: "" },
    mood: 0,
    place: null,
    weather: null,
    elements,
    photos: new Map([["m1", photo]]),
    behind: [],
    tagNames: [],
    peopleNames: [],
  } as unknown as BookEntry;
  const props = { title: "Diary", entries: [entry], size: "a5", withFields: true } as const;
  return renderToStaticMarkup(createElement(BookPages, props));
}

test("photos of the journal are shown, with a size in the text or without one; nothing else is asked for", () => {
  const elements = elementsOf(
    image(mediaAddress("m1")),
    image(mediaAddress("m1"), { width: 40, height: 30, alt: "The same" }),
    image(mediaAddress("m2")),
    image("/elsewhere.jpg"),
    image("/elsewhere.jpg", { width: 1, height: 1 }),
  );
  const book = bookOf(elements);
  const sources = [...book.matchAll(/src="([^"]*)"/g)].map(([, src]) => src);
  expect(sources).toEqual(["blob:photo", "blob:photo"]);
  expect(book).toContain('alt="A hill"');
  expect(book).toContain('alt="The same"');
});

test("a picture is known in both forms that a text gives it", () => {
  const [plain, sized, words] = elementsOf(
    image("/a"),
    image("/b", { width: 1, height: 1, alt: "B" }),
    { type: "paragraph", content: [{ type: "text", text: "Words" }] },
  );
  const flat = (element: RichElement | undefined): (string | undefined)[] => {
    if (element === undefined || typeof element === "string") return [];
    const [, , ...content] = element;
    return [pictureIn(element)?.src, ...content.flatMap(flat)];
  };
  expect([plain, sized, words].map((one) => flat(one).find(Boolean))).toEqual([
    "/a",
    "/b",
    undefined,
  ]);
});
