import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { linksOf } from "#lib/links-of.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { openWeb } from "../outgoing/testing/open-web.ts";
import type { TestWeb } from "../outgoing/testing/open-web.ts";
import type { OutgoingMail } from "../mail/message.ts";
import { createContentStore } from "../publishing/content-store.ts";
import { listContent } from "../publishing/list-content.ts";
import { createLinkChecker } from "./check-link.ts";
import { createLinkChecks } from "./link-checks.ts";
import { expiryReminders } from "./remind-expiry.ts";

const start = Date.UTC(2026, 10, 22, 13);
const day = 24 * 3_600_000;
let site: Site;
let web: TestWeb;
let status = 200;
beforeAll(async () => {
  [site, web] = await Promise.all([
    openSite(),
    openWeb({
      "good.test": (_, response) => response.end("x"),
      "gone.test": (_, response) => response.writeHead(404).end(),
      "shy.test": ({ method }, response) => response.writeHead(method === "HEAD" ? 405 : 200).end(),
      "robots.test": (_, response) => response.writeHead(403).end(),
      "moody.test": (_, response) => response.writeHead(status).end(),
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([site[Symbol.asyncDispose](), web[Symbol.asyncDispose]()]);
});
afterEach(async () => {
  for (const name of [
    "projects",
    "certificates",
    "drafts",
    "linkChecks",
    "expiryReminders",
    "site",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    const all = await site.serverBackend.listDocuments(name);
    // oxlint-disable-next-line no-await-in-loop
    if (all.length > 0) await site.serverBackend.commit(all.map(({ path }) => ({ delete: path })));
  }
});

const store = (path: string, data: Record<string, unknown>) =>
  site.serverBackend.commit([{ set: path, data }]);
const checksWith = (sleep = async () => {}) =>
  createLinkChecks({
    backend: site.serverBackend,
    check: createLinkChecker({ fetch: web.fetch }),
    isOnline: async () => true,
    now: () => start,
    sleep,
  });
const run = (checks: ReturnType<typeof checksWith>) =>
  checks.jobKinds["check-links"]!.run(
    {},
    { signal: new AbortController().signal, jobId: "every-check-links", attempt: 1 },
  );
const resultOf = async (id: string) =>
  (await site.serverBackend.getDocument(`linkChecks/${id}`))?.data;

test("links are found wherever they stand, each once, and only those to other sites", () => {
  expect(
    linksOf({
      links: [{ label: "a", url: "https://a.test" }, { url: "/own" }, { url: "mailto:a@b.test" }],
      credentialUrl: "https://b.test/x",
      body: { content: [{ marks: [{ type: "link", attrs: { href: "https://a.test" } }] }] },
      summary: "https://not.a.link",
    }),
  ).toEqual(["https://a.test", "https://b.test/x"]);
});

test("what is gone is a problem; what robots may not see, or answers only a browser, is none", async () => {
  await store("projects/one", {
    links: ["good", "shy", "robots"].map((name) => ({ url: `https://${name}.test/` })),
  });
  await store("projects/two", { links: [{ url: "https://gone.test/a" }] });
  await store("projects/hidden", { hidden: true, links: [{ url: "https://gone.test/b" }] });
  await store("certificates/c", { credentialUrl: "https://nowhere.test/c" });
  await store("certificates/evil", { credentialUrl: "https://169.254.169.254/" });
  await store("linkChecks/projects_old", { kind: "projects", docId: "old", problem: "x" });
  expect(await run(checksWith())).toEqual({ documents: 4, links: 6, broken: 3 });
  expect(await resultOf("projects_one")).toMatchObject({ problem: null });
  expect(await resultOf("projects_two")).toMatchObject({
    problem: "gone.test says that this page is gone (404).",
    checkedAt: new Date(start).toISOString(),
  });
  expect(await resultOf("certificates_c")).toMatchObject({
    problem: "nowhere.test: There is no site of this name.",
  });
  expect((await resultOf("certificates_evil"))?.["problem"]).toContain("not on the open internet");
  expect(await resultOf("projects_hidden")).toBeUndefined();
  expect(await resultOf("projects_old")).toBeUndefined();
  expect((await checksWith().problems()).map(({ docId }) => docId).toSorted()).toEqual([
    "c",
    "evil",
    "two",
  ]);
});

test("a link that somebody changed since is no problem any more, here and in lists", async () => {
  const links = [{ url: "https://good.test/" }, { url: "https://gone.test/a" }];
  await store("projects/one", { title: "One", links });
  await run(checksWith());
  const known = async () => {
    const [item] = await listContent(
      { store: createContentStore(site.serverBackend), backend: site.serverBackend },
      "projects",
    );
    return [(await checksWith().problems())[0]?.problem, item?.linkProblem];
  };
  const gone = "gone.test says that this page is gone (404).";
  expect(await known()).toEqual([gone, gone]);
  // Visitors still have it.
  const draft = { kind: "projects", docId: "one", fields: { links: links.slice(0, 1) } };
  await store("drafts/projects_one", draft);
  expect(await known()).toEqual([gone, gone]);
  await store("projects/one", { title: "One", links: links.slice(0, 1) });
  expect(await known()).toEqual([undefined, undefined]);
});

test("a site that was away for a moment is not called broken", async () => {
  await store("projects/one", { links: [{ url: "https://moody.test/" }] });
  status = 503;
  await run(checksWith(async () => void (status = 200)));
  expect(await resultOf("projects_one")).toMatchObject({ problem: null });
  status = 503;
  const now = await checksWith().checkOne("projects", "one");
  expect(now?.problem).toBe("moody.test answers with an error (503).");
  expect(await checksWith().checkOne("projects", "none")).toBeUndefined();
  await store("drafts/projects_one", { fields: { links: [{ url: "https://gone.test/new" }] } });
  const both = await checksWith().checkOne("projects", "one");
  expect(both?.links.map(({ url }) => url)).toEqual([
    "https://gone.test/new",
    "https://moody.test/",
  ]);
});

test("a machine without a network learns nothing, and forgets nothing", async () => {
  await store("projects/one", { links: [{ url: "https://gone.test/" }] });
  await run(checksWith());
  const blind = createLinkChecks({
    backend: site.serverBackend,
    check: async (url) => ({ url, status: 0, problem: "There is no site of this name." }),
    isOnline: async () => false,
    now: () => start + day,
    sleep: async () => {},
  });
  await run(blind);
  expect(await resultOf("projects_one")).toMatchObject({
    checkedAt: new Date(start).toISOString(),
  });
  await expect(blind.checkOne("projects", "one")).rejects.toThrow("cannot reach other sites");
});

test("the owner is told of a certificate that expires within thirty days, once for each date", async () => {
  await store("site/resume", { document: { basics: { name: "Ada", email: "ada@example.com" } } });
  const date = (days: number) => new Date(start + days * day).toISOString().slice(0, 10);
  const certificate = { title: "Sea\nsafety", issuer: "RYA", issueDate: "2020-01-01" };
  await store("certificates/soon", { ...certificate, expiryDate: date(30) });
  await store("certificates/later", { ...certificate, expiryDate: date(31) });
  await store("certificates/past", { ...certificate, expiryDate: date(-1) });
  await store("certificates/hidden", { ...certificate, expiryDate: date(3), hidden: true });
  const sent: OutgoingMail[] = [];
  const { "remind-expiry": job } = expiryReminders({
    backend: site.serverBackend,
    mail: { sends: true, send: async (mail) => void sent.push(mail) },
    origin: () => "https://ada.example",
    now: () => start,
  });
  const context = { signal: new AbortController().signal, jobId: "x", attempt: 1 };
  await job!.run({}, context);
  await job!.run({}, context);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    to: "ada@example.com",
    subject: `Sea safety expires on ${date(30)}`,
  });
  await store("certificates/soon", { ...certificate, expiryDate: date(20) });
  await job!.run({}, context);
  expect(sent).toHaveLength(2);
});
