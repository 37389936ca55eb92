import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../cli/commands.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { openSite } from "../../tests/support/site.ts";
import { clearStarterContent, loadStarterContent } from "./starter-content.ts";

const now = Date.UTC(2026, 0, 1);
const importing = (file: unknown) => ({ name: "import resume", file: JSON.stringify(file) });

test("the starter content is loaded into an empty site, once", async () => {
  await using site = await openSite();
  expect(await loadStarterContent(site.serverBackend, now)).toBeGreaterThan(10);
  expect(await loadStarterContent(site.serverBackend, now)).toBe(0);
  expect(await site.serverBackend.publicData()).toMatchObject({ sample: "all", failed: false });
});

test("what was cleared stays cleared", async () => {
  await using site = await openSite();
  const loaded = await loadStarterContent(site.serverBackend, now);
  expect(await clearStarterContent(site.serverBackend, now)).toEqual({
    removed: loaded,
    changed: 0,
    unscheduled: 0,
  });
  expect(await loadStarterContent(site.serverBackend, now)).toBe(0);
  expect(await site.serverBackend.publicData()).toMatchObject({
    sample: false,
    projects: [],
    resume: null,
  });
});

test("a site that already has something gets no starter content", async () => {
  await using site = await openSite();
  await runCommand(site.serverBackend, importing({ basics: { name: "Ada" } }), now);
  expect(await loadStarterContent(site.serverBackend, now)).toBe(0);
});

test("clearing leaves what the owner imported", async () => {
  await using site = await openSite();
  await loadStarterContent(site.serverBackend, now);
  await runCommand(site.serverBackend, importing({ basics: { name: "Ada" } }), now);
  expect((await site.serverBackend.publicData()).sample).toBe("some");
  await runCommand(site.serverBackend, { name: "sample clear" }, now);
  const data = await site.serverBackend.publicData();
  expect(data).toMatchObject({ sample: false, resume: { basics: { name: "Ada" } }, projects: [] });
});

test("an imported resume takes the sample profile with it, and says what is still sample", async () => {
  await using site = await openSite();
  await loadStarterContent(site.serverBackend, now);
  const imported = await runCommand(
    site.serverBackend,
    importing({ basics: { name: " Ada " } }),
    now,
  );
  expect(imported.lines).toEqual([
    "Imported the resume of Ada.",
    expect.stringContaining("npm run foyer -- sample clear"),
  ]);
  const data = await site.serverBackend.publicData();
  expect(data).toMatchObject({
    sample: "some",
    profile: null,
    resume: { basics: { name: "Ada" } },
  });
  expect(data.projects.length).toBeGreaterThan(0);
});

test("an imported resume leaves the owner's own profile", async () => {
  await using site = await openSite();
  await loadStarterContent(site.serverBackend, now);
  await site.serverBackend.commit([{ set: "site/profile", data: { tagline: "Mine" } }]);
  await runCommand(site.serverBackend, importing({ basics: { name: "Ada" } }), now);
  expect((await site.serverBackend.publicData()).profile?.tagline).toBe("Mine");
});

test("starter settings alone are no sample content", async () => {
  await using site = await openSite();
  await site.serverBackend.commit([{ set: "site/settings", data: { sample: true } }]);
  expect((await site.serverBackend.publicData()).sample).toBe(false);
});

test("after clearing, the next step is said only while there is no resume", async () => {
  await using site = await openSite();
  await loadStarterContent(site.serverBackend, now);
  const clear = () => runCommand(site.serverBackend, { name: "sample clear" }, now);
  expect((await clear()).lines.at(-1)).toContain("import resume");
  await runCommand(site.serverBackend, importing({ basics: { name: "Ada" } }), now);
  expect((await clear()).lines).toEqual(["There was no starter content left."]);
});

test("the command says what it removed, what it changed, and what will not be published later", async () => {
  await using site = await openSite();
  const { serverBackend: backend } = site;
  const loaded = await loadStarterContent(backend, now);
  await backend.commit([{ update: "site/profile", data: { tagline: "Mine", sample: false } }]);
  await scheduleStarter(backend, "site", "profile", { tagline: "Mine later" });
  const { lines } = await runCommand(backend, { name: "sample clear" }, now);
  expect(lines).toEqual([
    `Removed ${loaded - 1} documents of the starter content.`,
    "Took what was left of it out of 1 document.",
    "Cancelled the publishing of 1 document that had it still.",
    expect.stringContaining("import resume"),
  ]);
});

test("what is to be published later is cancelled while its words are still the starter's, and stays when they are the owner's", async () => {
  await using site = await openSite();
  const { serverBackend: backend } = site;
  await loadStarterContent(backend, now);
  await scheduleStarter(backend, "site", "profile", { tagline: "Mine" });
  await scheduleStarter(backend, "site", "settings", { accent: "#123456" });
  const [untouched, rewritten] = await backend.listDocuments("projects");
  await scheduleStarter(backend, "projects", untouched!.id, { order: "z9", featured: true });
  await scheduleStarter(backend, "projects", rewritten!.id, { title: "Mine" });
  expect((await clearStarterContent(backend, now)).unscheduled).toBe(2);
  const left = (await backend.listDocuments("schedules")).map(({ data }) => data["docId"]);
  expect(new Set(left)).toEqual(new Set([rewritten!.id, "settings"]));
});

/** Its words but for the changed ones, to be published later. */
async function scheduleStarter(
  backend: ServerBackend,
  kind: string,
  id: string,
  changed: PlainFields,
): Promise<void> {
  const starter = (await backend.getDocument(`${kind}/${id}`))?.data;
  const fields = { ...starter, ...changed };
  await backend.commit([
    { set: `${kind}/${id}/versions/one`, data: { fields } },
    { set: `schedules/${kind}_${id}`, data: { kind, docId: id, versionId: "one" } },
  ]);
}

test("a byte order mark before the document is no fault", async () => {
  await using site = await openSite();
  const file = `\uFEFF${JSON.stringify({ basics: { name: "Ada" } })}`;
  expect(await runCommand(site.serverBackend, { name: "import resume", file }, now)).toMatchObject({
    ok: true,
  });
});

test("a site that was cleared before its first start gets no starter content", async () => {
  await using site = await openSite();
  await runCommand(site.serverBackend, { name: "sample clear" }, now);
  expect(await loadStarterContent(site.serverBackend, now)).toBe(0);
});

test("the standard's own sample resume is imported whole", async () => {
  const text = readFileSync(join(import.meta.dirname, "../../tests/fixtures/resume.json"), "utf8");
  await using site = await openSite();
  const result = await runCommand(site.serverBackend, { name: "import resume", file: text }, now);
  expect(result).toEqual({ ok: true, lines: ["Imported the resume of Richard Hendriks."] });
  const stored = await site.serverBackend.getDocument("site/resume");
  expect(stored?.data["document"]).toEqual(JSON.parse(text));
});

test.each([
  ["{", ["JSON"]],
  ["[]", ["the document"]],
  [
    '{"work":[{"startDate":"last year"}],"basics":{"email":7}}',
    ["work[0].startDate", "basics.email"],
  ],
  ['{"basics":{"name":[]}}', ["basics.name"]],
  ["{}", ["basics.name"]],
])(
  "the file %s is refused with the place of each fault, and nothing changes",
  async (file, places) => {
    await using site = await openSite();
    await runCommand(site.serverBackend, importing({ basics: { name: "Ada" } }), now);
    const before = await site.serverBackend.getDocument("site/resume");
    const result = await runCommand(site.serverBackend, { name: "import resume", file }, now);
    expect(result.ok).toBe(false);
    for (const place of places) expect(result.lines.join("\n")).toContain(place);
    expect(await site.serverBackend.getDocument("site/resume")).toEqual(before);
  },
);
