import { expect, test } from "vitest";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { FirstSteps, StarterDocument } from "#lib/first-steps.ts";
import { openSite } from "../../../tests/support/site.ts";
import { loadStarterContent } from "../../content/starter-content.ts";
import { createAdminDoor } from "../../user-admin/admin-door.ts";
import { createStarterContentEndpoints } from "./starter-content.ts";

const start = Date.UTC(2026, 10, 22, 13, 3);

async function open({ isHosted = false } = {}) {
  const site = await openSite();
  const backend = {
    ...site.serverBackend,
    // Who is who is the sign-in service's matter; here a token is the uid.
    verifyIdToken: (token: string) => Promise.resolve({ uid: token, claims: {} }),
  };
  await backend.updateValues({
    "users/ada/roles": { admin: true, editor: false, user: true },
    "users/eve/roles": { admin: false, editor: true, user: true },
  });
  const acts: string[] = [];
  const endpoints = createStarterContentEndpoints({
    door: createAdminDoor({ backend, now: () => start }),
    backend,
    audit: {
      add: ({ action }) => {
        acts.push(action);
        return Promise.resolve("one");
      },
    },
    isHosted,
    now: () => start,
  });
  const ask = async (path: string, body?: object, token = "ada") => {
    const endpoint = endpoints.find((one) => one.path === path);
    const answer = await endpoint!.answer({
      request: new Request(`http://localhost${path}`, {
        headers: { Authorization: `Bearer ${token}` },
      }),
      body: body === undefined ? "" : JSON.stringify(body),
      client: "203.0.113.9",
    });
    return { status: answer.status, said: (await answer.json()) as Record<string, unknown> };
  };
  const steps = async () => (await ask("/api/first-steps")).said as unknown as FirstSteps;
  return {
    site,
    backend,
    acts,
    ask,
    steps,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

test("the starter content goes in one act that is written down first, and what the owner wrote stays", async () => {
  await using place = await open();
  const { backend, ask, acts } = place;
  await loadStarterContent(backend, start);
  await backend.commit([
    { set: "projects/mine", data: { slug: "mine", title: "Mine", summary: "" } },
  ]);
  const listed = (await ask("/api/starter-content")).said["documents"] as StarterDocument[];
  expect(listed.map(({ path }) => path)).toContain("site/resume");
  expect(listed.map(({ path }) => path)).not.toContain("projects/mine");
  expect(listed.every(({ title }) => title !== "")).toBe(true);

  for (const path of ["/api/starter-content", "/api/first-steps"]) {
    expect((await ask(path, undefined, "eve")).status, path).toBe(403);
  }
  expect((await ask("/api/starter-content/clear", {}, "eve")).status).toBe(403);
  expect(acts).toEqual([]);

  expect(await ask("/api/starter-content/clear", {})).toMatchObject({
    status: 200,
    said: { removed: listed.length },
  });
  expect(acts).toEqual(["content.clear-starter"]);
  expect((await backend.listDocuments("projects")).map(({ id }) => id)).toEqual(["mine"]);
  expect((await ask("/api/starter-content")).said).toEqual({ documents: [] });
});

test("what nobody changed of the invented person goes, too, from a profile and resume that the owner published", async () => {
  await using place = await open();
  const { backend, ask, steps } = place;
  await loadStarterContent(backend, start);
  const profile = (await backend.getDocument("site/profile"))!.data;
  const resume = (await backend.getDocument("site/resume"))!.data["document"] as PlainFields;
  const { sample: _, now, ...others } = profile;
  const lines = [...(now as string[]).slice(0, 2), "Mending a lamp"];
  const basics = { ...(resume["basics"] as PlainFields), name: "Ada", label: "Keeper" };
  const languages = [...(resume["languages"] as PlainFields[]), { language: "Frisian" }];
  await backend.commit([
    { set: "site/profile", data: { ...others, now: lines, tagline: "Mine" } },
    { set: "site/resume", data: { document: { ...resume, basics, languages } } },
  ]);
  expect((await steps()).done).toMatchObject({ photo: false, starter: false });
  const listed = (await ask("/api/starter-content")).said["documents"] as StarterDocument[];
  const titles = listed.map(({ title }) => title);
  expect(titles.join()).toContain(" (photo, story, now, what you hold on to, what you use)");

  expect(await ask("/api/starter-content/clear", {})).toMatchObject({
    said: { removed: listed.length },
  });
  expect((await backend.getDocument("site/profile"))?.data).toEqual({
    tagline: "Mine",
    now: ["Mending a lamp"],
  });
  expect((await backend.getDocument("site/resume"))?.data["document"]).toMatchObject({
    basics: { name: "Ada", label: "Keeper" },
    languages,
  });
  const { resume: shown, profile: read } = await backend.publicData();
  expect([shown?.work ?? [], shown?.basics?.email, read?.values]).toEqual([[], undefined, []]);
  expect((await ask("/api/starter-content")).said).toEqual({ documents: [] });
  expect((await steps()).done).toMatchObject({ starter: true });
});

test("publishing a draft that was begun before does not bring the invented person back", async () => {
  await using place = await open();
  const { backend, ask } = place;
  await loadStarterContent(backend, start);
  const { story, ...others } = (await backend.getDocument("site/profile"))!.data;
  const looked = { ...(story as PlainFields), attrs: { dir: "ltr" } };
  const fields = { ...others, story: looked, tagline: "Mine" };
  await backend.commit([
    { set: "drafts/site_profile", data: { kind: "site", docId: "profile", fields, rev: 3 } },
  ]);
  const listed = (await ask("/api/starter-content")).said["documents"] as StarterDocument[];
  expect(listed.at(-1)).toEqual({
    path: "drafts/site_profile",
    title: "Profile (photo, story, now, what you hold on to, what you use)",
  });
  expect((await ask("/api/starter-content/clear", {})).status).toBe(200);
  expect((await backend.getDocument("drafts/site_profile"))?.data).toMatchObject({
    fields: { tagline: "Mine" },
    rev: 4,
  });
  expect(await backend.getDocument("site/profile")).toBeNull();
});

test("a step is done by what is there: the invented person's name, photo and projects are nobody's", async () => {
  await using place = await open();
  const { backend, ask, steps } = place;
  await loadStarterContent(backend, start);
  expect(new Set(Object.values((await steps()).done))).toEqual(new Set([false]));

  await ask("/api/starter-content/clear", {});
  await backend.commit([
    {
      set: "site/resume",
      data: { document: { basics: { name: "Ada", label: "Keeper" }, work: [{ name: "Mill" }] } },
    },
    { set: "site/settings", data: { fonts: "system" } },
    { set: "projects/mine", data: { slug: "mine", title: "Mine", summary: "", hidden: true } },
    { set: "server/mailTest", data: { outcome: "refused" } },
  ]);
  expect((await steps()).done).toEqual({
    name: true,
    photo: false,
    resume: true,
    project: false,
    look: true,
    mail: false,
    backup: false,
    starter: true,
  });
  await backend.commit([
    { update: "projects/mine", data: { hidden: false } },
    { set: "server/mailTest", data: { outcome: "sent" } },
  ]);
  expect((await steps()).done).toMatchObject({ project: true, mail: true });
});

test("the step of back-ups is done when one is there whose key is kept elsewhere, or that needs none", async () => {
  await using place = await open();
  const { backend, steps } = place;
  const isDone = async (data: PlainFields) => {
    await backend.commit([{ set: "server/backups", data }]);
    return (await steps()).done.backup;
  };
  const at = "2026-11-22T13:03:00Z";
  const last = { at, name: "foyer-2026-11-22T130300Z.tar.zst.age", bytes: 1 };
  const made = [{ name: last.name, key: "age1old" }];
  // A key is kept, and nothing that it opens.
  expect(await isDone({ last: null, made: [], savedKeys: ["age1old"] })).toBe(false);
  expect(await isDone({ last, made, savedKeys: [] })).toBe(false);
  expect(await isDone({ last, made, savedKeys: ["age1other"] })).toBe(false);
  expect(await isDone({ last, made, savedKeys: ["age1new", "age1old"] })).toBe(true);
  // Switched off only now: the one that is there still needs its key.
  expect(await isDone({ last, made, savedKeys: [], settings: { encrypt: false } })).toBe(false);
  const readable = { ...last, name: "foyer-2026-11-22T130300Z.tar.zst" };
  expect(await isDone({ last: readable, made: [], savedKeys: [] })).toBe(true);
});

test("on Firebase no step is left that nobody can take there", async () => {
  await using place = await open({ isHosted: true });
  const { done } = await place.steps();
  expect(Object.keys(done)).toEqual(["name", "photo", "resume", "project", "look", "starter"]);
});

test("the list is put away for all admins and comes back", async () => {
  await using place = await open();
  const { ask, steps } = place;
  expect((await steps()).isDismissed).toBe(false);
  await ask("/api/first-steps/dismiss", { isDismissed: true });
  // Not every machine can send mail.
  await ask("/api/first-steps/dismiss", { withoutMail: true });
  expect(await steps()).toMatchObject({ isDismissed: true, done: { mail: true } });
  await ask("/api/first-steps/dismiss", { isDismissed: false });
  expect((await steps()).isDismissed).toBe(false);
});
