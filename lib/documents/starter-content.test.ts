import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { certificateDocument } from "./certificate.ts";
import { checkDocument, checkResume } from "./check-document.ts";
import { foodPostDocument } from "./food-post.ts";
import { foodWishDocument } from "./food-wish.ts";
import { problemDocument } from "./problem.ts";
import { projectDocument } from "./project.ts";
import { resumeDocument } from "./resume.ts";
import { siteProfile, siteSections, siteSettings } from "./site.ts";
import { toPublicProblems, toPublicProjects } from "./to-public.ts";

const root = new URL("../../", import.meta.url);

function readContent(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`content/${name}.json`, root), "utf8"));
}

function readAll<Schema extends z.ZodMiniType>(name: string, schema: Schema) {
  return z.parse(z.record(z.string(), schema), readContent(name));
}

function storedFrom(collection: string, file = collection) {
  return Object.entries(readContent(file) as Record<string, unknown>).map(([id, data]) => ({
    path: `${collection}/${id}`,
    id,
    data,
    createTime: "2026-01-01T00:00:00.000000Z",
    updateTime: "2026-01-01T00:00:00.000000Z",
  }));
}

function failOnMisfit(path: string): never {
  throw new Error(`${path} does not fit its schema`);
}

const projects = readAll("projects", projectDocument);
const certificates = readAll("certificates", certificateDocument);
const foodPosts = readAll("food-posts", foodPostDocument);
const foodWishes = readAll("food-wishlist", foodWishDocument);

const pictures = [
  ...Object.values(projects).flatMap(({ cover, gallery }) => [cover, ...gallery]),
  ...Object.values(certificates).map((certificate) => certificate.image),
  ...Object.values(foodPosts).flatMap(({ cover, gallery }) => [cover, ...gallery]),
  ...Object.values(foodWishes).map((wish) => wish.image),
  z.parse(siteProfile, readContent("profile")).photo,
].filter((picture) => picture !== undefined);

const documents = [
  ...storedFrom("projects").map((stored) => ({ ...stored, schema: projectDocument })),
  ...storedFrom("certificates").map((stored) => ({ ...stored, schema: certificateDocument })),
  ...storedFrom("problems").map((stored) => ({ ...stored, schema: problemDocument })),
  ...storedFrom("foodPosts", "food-posts").map((stored) => ({
    ...stored,
    schema: foodPostDocument,
  })),
  ...storedFrom("foodWishlist", "food-wishlist").map((stored) => ({
    ...stored,
    schema: foodWishDocument,
  })),
];

test.for(documents)("$path fits its schema and is marked as sample", ({ schema, data }) => {
  expect(checkDocument(schema, data)).toMatchObject({ ok: true, value: { sample: true } });
});

test.for([
  ["profile", siteProfile],
  ["settings", siteSettings],
  ["sections", siteSections],
] as const)("%s fits its schema and is marked as sample", ([name, schema]) => {
  expect(checkDocument(schema, readContent(name))).toMatchObject({
    ok: true,
    value: { sample: true },
  });
});

test("the resume is a JSON Resume with something in every section", () => {
  const checked = checkResume(readContent("resume"));
  expect(checked).toMatchObject({ ok: true });
  if (!checked.ok) return;
  for (const section of Object.values(checked.value)) {
    expect(Object.keys(section as object)).not.toHaveLength(0);
  }
  expect(Object.keys(checked.value)).toEqual(Object.keys(resumeDocument.def.shape));
});

test("exactly one project is hidden and three are featured", () => {
  const all = Object.values(projects);
  expect(all.filter(({ hidden }) => hidden)).toHaveLength(1);
  expect(all.filter(({ featured }) => featured)).toHaveLength(3);
  expect(toPublicProjects(storedFrom("projects"), failOnMisfit)).toHaveLength(all.length - 1);
});

test("slugs and places in the order are unique", () => {
  const all = Object.values(projects);
  expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length);
  expect(new Set(all.map(({ order }) => order)).size).toBe(all.length);
});

test("the five problems become three when those with the same link are merged", () => {
  const shown = toPublicProblems(storedFrom("problems"), failOnMisfit);
  expect(shown.map(({ id }) => id)).toEqual([
    "balanced-locks",
    "merge-tides",
    "crossing-the-flats",
  ]);
  expect(shown.flatMap(({ solutions }) => solutions.map(({ language }) => language))).toEqual([
    "javascript",
    "python",
    "typescript",
    "rust",
  ]);
});

test.for(pictures)(
  "$src exists, is described, as large as stated, small to send, and holds no script or foreign address",
  ({ src, alt, width, height }) => {
    const svg = readFileSync(new URL(`public${src}`, root), "utf8");
    const opening = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`;
    expect(svg.startsWith(opening)).toBe(true);
    expect(svg.length).toBeLessThan(6 * 1024);
    expect(svg.slice(opening.length)).not.toMatch(
      /<script|<foreignObject|<image|<style|\son\w+=|href=|https?:|data:|url\((?!#)/i,
    );
    expect(alt.length).toBeGreaterThan(20);
  },
);

test("every address and e-mail belongs to example.com", () => {
  const names = ["resume", "profile", "settings", "projects", "certificates", "problems"];
  const text = names.map((name) => JSON.stringify(readContent(name))).join("\n");
  const hosts = [...text.matchAll(/(?:https?:\/\/|[\w.]@)([\w.-]+)/g)].map((match) => match[1]);
  const foreign = hosts.filter((host) => !/(^|\.)example\.com$/.test(host ?? ""));
  expect(foreign).toEqual(["raw.githubusercontent.com"]); // The address of the JSON Resume schema.
});
