import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { checkDocument } from "#lib/documents/check-document.ts";
import { image } from "#lib/documents/parts.ts";
import { parseImageAddress } from "#lib/image-address.ts";
import { Picture } from "./picture.tsx";

const stored = {
  src: "/img/-/1280.webp/a%2C%20b%20(c).jpg",
  alt: "A boat",
  width: 700,
  height: 400,
};

test("a stored picture comes in each width up to its own, in two formats, at addresses that exist", () => {
  const html = renderToStaticMarkup(<Picture image={stored} sizes="50vw" className="cover" />);
  const sets = [...html.matchAll(/srcSet="([^"]*)" sizes="50vw"/g)].map(([, set = ""]) =>
    set.split(",/").map((entry) => entry.replace(/^(?!\/)/, "/").split(" ")),
  );
  expect(sets.map((set) => set.map(([, width]) => width))).toEqual([
    ["160w", "320w", "480w", "640w", "700w"],
    ["160w", "320w", "480w", "640w", "700w"],
  ]);
  for (const [address = ""] of sets.flat()) expect(parseImageAddress(address)).toBeDefined();
  expect(html).toMatch(
    /^<picture><source type="image\/avif" .*<img .*loading="lazy".*<\/picture>$/,
  );
  expect(html).toContain('class="cover"');
});

test("the largest width there is ends the list of a larger picture", () => {
  const html = renderToStaticMarkup(<Picture image={{ ...stored, width: 4000 }} sizes="50vw" />);
  expect(html).toMatch(/ 2560w" sizes/);
});

test("a picture that is a file of the site is shown as it is", () => {
  const image = { ...stored, src: "/sample/portrait.svg" };
  expect(renderToStaticMarkup(<Picture image={image} sizes="50vw" />)).toBe(
    '<img src="/sample/portrait.svg" alt="A boat" width="700" height="400" loading="lazy" decoding="async"/>',
  );
});

test("what is seen first is not waited with", () => {
  const html = renderToStaticMarkup(<Picture image={stored} sizes="50vw" eager />);
  expect(html).toContain('fetchPriority="high"');
  expect(html).not.toContain("loading");
});

test("its box has the tint of its ThumbHash, which is nowhere itself; one that is none does no harm", () => {
  const thumbhash = "YscVFISGiXh/iIiXd4Z1fWD4Nw==";
  const read = checkDocument(image, { ...stored, thumbhash });
  if (!read.ok) throw new Error("The picture was not read.");
  const html = renderToStaticMarkup(<Picture image={read.value} sizes="50vw" />);
  expect(html).toMatch(/style="background:linear-gradient\(#[^"]*\);color:#000"/);
  expect(html).not.toContain(thumbhash);
  expect(checkDocument(image, { ...stored, thumbhash: "?" })).toEqual({ ok: true, value: stored });
});

test("a cover has the letter that stands there when it does not come", () => {
  const html = renderToStaticMarkup(<Picture image={stored} sizes="50vw" initial="A" />);
  expect(html).toContain('data-initial="A"');
});
