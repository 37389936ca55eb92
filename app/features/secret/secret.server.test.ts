import { expect, test } from "vitest";
import { openSite } from "../../../tests/support/site.ts";
import { isFolder } from "./file-tree.ts";
import { fileTree } from "./secret.server.ts";
import { nodeAt, walk } from "./walk-files.ts";

const project = { slug: "tide", title: "Tide", summary: "A clock." };

test("the files are what visitors may see: nothing hidden, nothing from a hidden part of about", async () => {
  await using site = await openSite();
  const { serverBackend } = site;
  const certificate = { title: "Knots & Co.", issuer: "Club", issueDate: "2020-02-03" };
  await serverBackend.commit([
    {
      set: "projects/a",
      data: { ...project, links: [{ label: "Code", url: "https://code.example" }] },
    },
    { set: "projects/b", data: { ...project, slug: "veiled", summary: "Veiled", hidden: true } },
    { set: "certificates/a", data: certificate },
    { set: "certificates/b", data: { ...certificate, issueDate: "2021-02-03" } },
    { set: "certificates/c", data: { ...certificate, title: "!!!" } },
    { set: "certificates/d", data: { ...certificate, title: "Veiled too", hidden: true } },
    {
      set: "site/profile",
      data: { tagline: "Mends clocks", now: ["Naps"], values: [{ title: "Calm", text: "Veiled" }] },
    },
    { set: "site/sections", data: { about: [{ id: "now" }, { id: "values", hidden: true }] } },
    {
      set: "site/resume",
      data: { document: { basics: { name: "Imke", email: "i@example.com" } } },
    },
  ]);
  const root = fileTree(await serverBackend.publicData());
  const text = (path: string) => {
    const node = nodeAt(root, path.split("/"));
    return node !== undefined && !isFolder(node) ? node.text : undefined;
  };
  expect([...walk(root)].map(({ place }) => place.join("/"))).toEqual(
    expect.arrayContaining([
      "projects/tide.txt",
      "certificates/knots-co.txt",
      "certificates/knots-co-2.txt",
      "certificates/untitled.txt",
      "games/snake-game.txt",
      "about.txt",
      "resume.txt",
      "contact.txt",
    ]),
  );
  expect(text("projects/tide.txt")).toBe("Tide\nA clock.\nCode: https://code.example");
  expect(text("about.txt")).toBe("Mends clocks\nNow: Naps");
  expect(text("contact.txt")).toContain("i@example.com");
  expect(text("resume.txt")).toContain("Imke");
  expect(JSON.stringify(root)).not.toContain("eiled");
});

test("an empty site has the folders, and a huge one has a bounded page", async () => {
  await using site = await openSite();
  const data = await site.serverBackend.publicData();
  expect(fileTree(data).entries.map(({ name }) => name)).toContain("projects");
  const times = { createTime: "", updateTime: "" };
  const many = Array.from({ length: 2000 }, (_, at) => ({
    ...project,
    ...times,
    id: `${at}`,
    slug: `p${at}`,
    summary: "word ".repeat(120),
    tags: [],
    stack: [],
    links: [],
    gallery: [],
    featured: false,
  }));
  const root = fileTree({ ...data, projects: many });
  expect(JSON.stringify(root).length).toBeLessThan(200_000);
  const folder = nodeAt(root, ["projects"]);
  expect(folder && isFolder(folder) ? folder.entries.at(-1) : undefined).toMatchObject({
    name: "and-more.txt",
    text: "1800 more are on the page.",
  });
});
