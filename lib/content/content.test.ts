import { expect, test } from "vitest";
import { asPublished, mediaIn, otherSide } from "./content-media.ts";
import { emptyFields, isContentId, pagesOf, publicPathOf, slugOfFields } from "./kinds.ts";
import { toPreview } from "./preview.ts";
import { problemsOf } from "./problems.ts";
import { publishable } from "./publishable.ts";
import { slugOf } from "./slug.ts";

test("a title becomes an address of whole words", () => {
  expect(slugOf("Café & Crème: l'été")).toBe("cafe-creme-lete");
  expect(slugOf("  -- ")).toBe("");
  expect(slugOf("Привет")).toBe("");
  expect(slugOf("word ".repeat(30))).toBe(Array(16).fill("word").join("-"));
  expect(slugOf("x".repeat(200))).toHaveLength(80);
});

test("what forms leave empty is not there, also deep inside; texts and false stay", () => {
  const fields = {
    title: "Atlas",
    slug: "",
    endDate: null,
    featured: false,
    sample: true,
    links: [
      { label: "", url: "" },
      { label: "Code", url: "" },
    ],
    gallery: [],
    body: { type: "doc", content: [{ type: "image", attrs: { src: "/a.png", alt: null } }] },
    later: { field: "of another version" },
  };
  expect(publishable("projects", "a", fields)).toEqual({
    title: "Atlas",
    slug: "atlas",
    featured: false,
    links: [{ label: "Code" }],
    gallery: [],
    body: fields.body,
    later: { field: "of another version" },
  });
  expect(publishable("site", "resume", { document: { basics: { name: "" } } })).toEqual({
    document: {},
  });
});

test("an empty project and certificate lack exactly what they cannot do without", () => {
  const paths = (kind: "projects" | "certificates") =>
    problemsOf(kind, "new", emptyFields(kind)).map(({ path }) => path);
  expect(paths("projects")).toEqual(["slug", "title", "summary"]);
  expect(paths("certificates")).toEqual(["title", "issuer", "issueDate"]);
  for (const id of ["profile", "settings", "sections", "resume", "redirects"]) {
    expect(problemsOf("site", id, {})).toEqual([]);
  }
  expect(problemsOf("site", "secret", {})).toHaveLength(1);
});

test("a picture without words is a problem wherever it stands, and a draft's picture is one like others", () => {
  const picture = { src: "/drafts/projects/a/x/map.png", alt: " ", width: 4, height: 3 };
  const body = {
    type: "doc",
    content: [
      { type: "image", attrs: { ...picture, alt: null } },
      { type: "image", attrs: { src: picture.src } },
    ],
  };
  const fields = { slug: "a", title: "A", summary: "S", cover: picture, gallery: [picture], body };
  const problems = problemsOf("projects", "a", fields);
  const text = "Say what the picture shows.";
  expect(problems).toEqual([
    { path: "cover.alt", text },
    { path: "gallery.0.alt", text },
    { path: "body.content.0.attrs.alt", text },
    { path: "body.content.1.attrs.alt", text },
  ]);
});

test("files are found wherever they stand, with the name that they have on the other side", () => {
  const fields = {
    image: { src: "/img/-/1280.webp/certificates/a/x/m%C3%A4rz.jpg", alt: "x" },
    file: { src: "/drafts/certificates/a/x/pen.pdf", bytes: 4 },
    resumePdf: { name: "drafts/site/profile/x/me.pdf" },
    photo: { src: "/sample/portrait.svg", alt: "x" },
    links: [{ url: "https://example.com/a.png" }],
    body: {
      type: "doc",
      content: [{ type: "image", attrs: { src: "/drafts/certificates/a/x/map.png" } }],
    },
  };
  expect(mediaIn(fields).map(({ path, kind, name }) => [path, kind, name])).toEqual([
    ["image", "picture", "public/certificates/a/x/märz.jpg"],
    ["file", "file", "drafts/certificates/a/x/pen.pdf"],
    ["resumePdf", "file", "drafts/site/profile/x/me.pdf"],
    ["photo", "picture", undefined],
    ["body.content.0.attrs", "picture", "drafts/certificates/a/x/map.png"],
  ]);
  expect(asPublished(fields)).toMatchObject({
    body: { content: [{ attrs: { src: "/img/-/1280.webp/certificates/a/x/map.png" } }] },
    file: { src: "/file/certificates/a/x/pen.pdf", bytes: 4 },
    resumePdf: { name: "public/site/profile/x/me.pdf" },
  });
  expect(otherSide("public/a/b.png")).toBe("drafts/a/b.png");
});

test("a preview shows what there is of an unfinished draft, and leaves out what does not fit", () => {
  const fields = {
    title: "",
    tags: ["Maps", 5],
    links: [
      { label: "Bad", url: "javascript:alert(1)" },
      { label: "Good", url: "/x" },
    ],
    startDate: "soon",
    cover: { src: "/drafts/projects/a/x/map.png", alt: "", width: 4, height: 3 },
    hidden: true,
  };
  expect(toPreview("projects", "a", fields)).toMatchObject({
    id: "a",
    slug: "untitled",
    title: "Untitled",
    summary: "",
    tags: ["Maps"],
    links: [{ label: "Good", url: "/x" }],
    cover: { src: "/drafts/projects/a/x/map.png", alt: "" },
  });
  expect(toPreview("projects", "a", fields)).not.toHaveProperty("startDate");
  expect(toPreview("certificates", "a", {})).toMatchObject({ title: "Untitled", issuer: "" });
  const resume = { document: { basics: { name: "Ada" }, work: "none" } };
  expect(toPreview("site", "resume", resume)).toMatchObject({ basics: { name: "Ada" } });
  expect(toPreview("site", "settings", { accent: "red" })).toEqual({ indexable: true });
});

test("ids are of letters and digits, and cannot lead elsewhere", () => {
  for (const id of ["a/b", "..", "", "-a", "a b", "__a__", "x".repeat(129)]) {
    expect(isContentId("projects", id), id).toBe(false);
  }
  expect(isContentId("projects", "a_b-c.d~e")).toBe(true);
  expect(isContentId("site", "profile")).toBe(true);
  expect(isContentId("site", "versions")).toBe(false);
});

test("each kind knows where it is shown", () => {
  expect(slugOfFields("projects", { title: "My map" })).toBe("my-map");
  expect(publicPathOf("projects", { title: "" }, "a")).toBeUndefined();
  expect(pagesOf("projects", "a", { slug: "atlas" })).toEqual(["/", "/project", "/project/atlas"]);
  expect(pagesOf("certificates", "a", {})).toEqual(["/", "/certificates"]);
});

test("a preview is there whatever a draft says: what does not fit is left out", () => {
  const odd = { slug: "My_Page A", title: ["x"], summary: [1], tags: "no", gallery: [null, 1] };
  expect(toPreview("projects", "a", odd)).toMatchObject({
    slug: "my-page-a",
    title: "Untitled",
    summary: "",
    tags: [],
    gallery: [],
  });
  expect(toPreview("projects", "a", { slug: "_" })).toMatchObject({ slug: "untitled" });
  const certificate = toPreview("certificates", "a", { issuer: [7], image: { src: 1 } });
  expect(certificate).toMatchObject({ issuer: "", title: "Untitled" });
});

test.each([
  ["/drafts/projects/a/x/map.png", true],
  ["/img/-/1280.webp/projects/a/x/map.png", true],
  ["/sample/map.svg", true],
  ["/drafts/../users/ann/x", false],
  ["/drafts/projects/a/..%2Fx", false],
  ["/api/owner", false],
  ["/project/../x", false],
  ["/sample/../api/owner", false],
])("%s can be a picture: %s", (src, isGood) => {
  const cover = { src, alt: "A map", width: 4, height: 3 };
  const fields = { title: "Atlas", summary: "Maps.", cover };
  expect(problemsOf("projects", "a", fields).map(({ path }) => path)).toEqual(
    isGood ? [] : ["cover.src"],
  );
});

test("nothing published says to the metre where the owner was, in a link into a map neither", () => {
  const exact = "https://www.google.com/maps/search/52.5200066,13.4049540";
  const link = "https://www.google.com/maps/search/52.52,13.405";
  const fields = {
    title: "Pin",
    place: { name: "Pin", latitude: 52.5200066, longitude: 13.404954, url: exact },
    source: { label: "Ann", url: exact },
  };
  expect(publishable("foodWishlist", "pin", fields)).toEqual({
    title: "Pin",
    place: { name: "Pin", latitude: 52.52, longitude: 13.405, url: link },
    source: { label: "Ann", url: link },
  });
});
