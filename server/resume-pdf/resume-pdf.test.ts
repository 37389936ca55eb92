import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lettersInFonts } from "#lib/resume/fits-pdf.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { publicDataOf } from "../../tests/support/public-data.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { splitTarget } from "../http/request-facts.ts";
import { createPageCache } from "../page-cache/page-cache.ts";
import { createSiteFiles } from "../site-files/serve-site-file.ts";
import { accentInk } from "./accent-ink.ts";
import { openResumePdf } from "./open-resume-pdf.ts";
import { hasShape, loadFonts } from "./pdf-fonts.ts";
import { readPdf } from "./testing/read-pdf.ts";

const sample = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../content/resume.json"), "utf8"),
) as object;

let site: Site;
let served: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  site = await openSite();
  served = await serve();
});

afterAll(async () => {
  await served.close();
  await site[Symbol.asyncDispose]();
});

/** The two files on a port, of whatever content is set. */
async function serve() {
  const state = { data: publicDataOf({}), now: 0 };
  const { log, entries } = recordingLog();
  const pdf = openResumePdf({ backend: site.serverBackend, log, now: () => state.now });
  const currentVersion = () => state.data.version;
  const files = createSiteFiles({
    makers: [pdf.maker],
    backend: { publicData: async () => state.data, publicVersion: currentVersion },
    cache: createPageCache({ currentVersion, now: Date.now, maxBytes: 1e6 }),
    origin: () => "https://ada.example",
    now: Date.now,
  });
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    files({ request, response, id: "test", path, query, client: () => "127.0.0.1" }).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    state,
    entries,
    pdf,
    show(content: Parameters<typeof publicDataOf>[0]) {
      const version = state.data.version + 1;
      state.data = { ...publicDataOf(content), version } satisfies PublicData;
    },
    ask: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await pdf.close();
    },
  };
}

async function read(path: string) {
  const answer = await served.ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  return { bytes, answer, ...readPdf(bytes) };
}

test("a PDF that cannot be drawn is answered 503, logged once, and not tried again at once", async () => {
  const { pdf, state, entries } = served;
  served.show({ resume: { basics: { name: "Grace" } } });
  const killed = served.ask("/resume.pdf");
  // Both tries die.
  const killer = setInterval(() => pdf.pids().forEach((pid) => process.kill(pid, "SIGKILL")), 5);
  expect((await killed).status).toBe(503);
  clearInterval(killer);
  const again = await served.ask("/resume.pdf");
  expect([again.status, again.headers.get("retry-after")]).toEqual([503, "30"]);
  const failures = entries.filter(({ msg }) => msg.includes("could not be drawn"));
  expect(failures).toHaveLength(1);
  state.now += 30_000;
  expect((await served.ask("/resume.pdf")).status).toBe(200);
});

test("the sample is two pages of text on either paper, with its links, headings and facts about itself", async () => {
  served.show({ resume: sample });
  const a4 = await read("/resume.pdf");
  expect(a4.size.map(Math.round)).toEqual([595, 842]);
  expect(a4.pages).toBe(2);
  expect(a4.text).toContain("Imke Tarrow");
  expect(a4.text).toContain("Imke deletes code the way other people write it");
  expect(a4.text).toContain("2 / 2");
  expect(a4.links).toContain("mailto:imke@example.com");
  expect(a4.links).toContain("https://papers.example.com/timetable-promise");
  expect(a4.headings).toEqual([
    "Work",
    "Projects",
    "Education",
    "Skills",
    "Certificates",
    "Awards",
    "Publications",
    "Volunteering",
    "Languages",
    "Interests",
    "References",
  ]);
  expect(a4.fonts.join()).toMatch(/Brygada1918-SemiBold.*Figtree-Regular/);
  expect(a4.info("Title")).toBe("Imke Tarrow: resume");
  expect(a4.info("Author")).toBe("Imke Tarrow");
  expect(a4.info("Keywords")).toContain("TypeScript");
  expect(a4.bytes.toString("latin1")).toContain("/Lang (en)");
  expect(a4.answer.headers.get("content-disposition")).toBe(
    'attachment; filename="imke-tarrow-resume.pdf"',
  );
  const letter = await read("/resume-letter.pdf");
  expect(letter.size).toEqual([612, 792]);
  expect(letter.pages).toBe(2);
});

test("letters of all Europe survive, words of sixty letters stay on the page, and signs without a shape are left out", async () => {
  const word = "x".repeat(60);
  served.show({
    resume: {
      basics: {
        name: "Zażółć Őszi",
        summary: `Réparé łódź őrült. Ελληνικά. Ђорђе, кириллица. Việt Nam. ‑ → 🚀 ${word}`,
      },
      work: [{ position: "Fiancé", name: "老舗", highlights: ["one\ntwo", "a\u0301"] }],
    },
  });
  const { text, bytes } = await read("/resume.pdf");
  for (const part of [
    "Zażółć Őszi",
    "Réparé łódź őrült.",
    "Ελληνικά.",
    "Ђорђе, кириллица.",
    "Việt Nam.",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toContain("- ->");
  expect(text).toContain("xxxxxxxxxxxxxx");
  expect(text).toContain("á");
  // A font that is embedded anew with each switch of script would take ten times as much.
  expect(bytes.length).toBeLessThan(60_000);
});

test("every letter that a PDF is promised for has a shape in its fonts", async () => {
  await loadFonts();
  const missing = [];
  for (let code = 0; code < 0x3000; code += 1) {
    const letter = String.fromCodePoint(code);
    if (lettersInFonts.test(letter) && /\p{L}/u.test(letter) && !hasShape(code))
      missing.push(letter);
  }
  expect(missing).toEqual([]);
});

test("there is no PDF without a resume, of letters that the fonts lack, or of a resume without end", async () => {
  for (const resume of [
    undefined,
    { basics: { name: "山田太郎", summary: "私は港の時計を修理します" } },
    { basics: { summary: "On and on. ".repeat(10_000) } },
  ]) {
    served.show(resume === undefined ? {} : { resume });
    // oxlint-disable-next-line no-await-in-loop -- one content at a time is shown
    expect((await served.ask("/resume.pdf")).status).toBe(404);
  }
});

test("an entry of many pages goes on over them, and a resume of one name is one page", async () => {
  const highlights = Array.from(
    { length: 150 },
    (_, at) => `Point ${at} of many that were made here`,
  );
  served.show({ resume: { work: [{ position: "Clerk", highlights }] } });
  const long = await read("/resume.pdf");
  expect(long.pages).toBeGreaterThan(2);
  expect(long.text).toContain("Point 149 of many");
  served.show({ resume: { basics: { name: "Ada" } } });
  expect((await read("/resume.pdf")).pages).toBe(1);
});

test("the same content gives the same bytes, is drawn once whatever else changes, and the process ends after it", async () => {
  served.show({ resume: sample });
  const { bytes } = await read("/resume.pdf");
  const { log } = recordingLog();
  const other = openResumePdf({ backend: site.serverBackend, log, now: Date.now, idleMs: 1 });
  const make = (profile?: object) => {
    const data = publicDataOf({ resume: sample, ...(profile && { profile }) });
    return other.maker.make("/resume.pdf", { data, origin: "" });
  };
  const drawn = await make();
  expect(bytes.equals(drawn?.body as Buffer)).toBe(true);
  await expect.poll(() => other.pids()).toEqual([]);
  const again = make({ tagline: "New" });
  expect(other.pids()).toEqual([]);
  expect((await again)?.body).toBe(drawn?.body);
  await other.close();
});

test("the owner's own PDF takes the place of both, unchanged, also when it changes under its name", async () => {
  const put = (text: string) =>
    site.serverBackend.putObject("public/cv.pdf", new Uint8Array(Buffer.from(text)), {
      contentType: "text/html",
    });
  await put("%PDF-1.7 one");
  served.show({ resume: sample, profile: { resumePdf: { name: "public/cv.pdf" } } });
  const answer = await served.ask("/resume.pdf");
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toContain("imke-tarrow-resume.pdf");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await answer.text()).toBe("%PDF-1.7 one");
  await put("%PDF-1.7 two");
  expect(await (await served.ask("/resume-letter.pdf")).text()).toBe("%PDF-1.7 two");
  const head = await served.ask("/resume.pdf", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
    200,
    "12",
    "",
  ]);
  const known = { "If-None-Match": head.headers.get("etag") ?? "" };
  expect((await served.ask("/resume.pdf", { headers: known })).status).toBe(304);
});

test("an upload that is no PDF, too large or gone is not given out, and the log says so once", async () => {
  const put = (name: string, bytes: Buffer) =>
    site.serverBackend.putObject(name, new Uint8Array(bytes), { contentType: "application/pdf" });
  await put("public/page.pdf", Buffer.from("<script>alert(1)</script>"));
  await put(
    "public/big.pdf",
    Buffer.concat([Buffer.from("%PDF-1.7"), Buffer.alloc(20 * 1024 * 1024)]),
  );
  await put("public/empty.pdf", Buffer.alloc(0));
  for (const [name, fault] of [
    ["public/empty.pdf", "is empty or larger than 20 MB"],
    ["public/page.pdf", "is no PDF"],
    ["public/big.pdf", "is empty or larger than 20 MB"],
    ["public/gone.pdf", "is not there"],
  ] as const) {
    served.show({ resume: sample, profile: { resumePdf: { name } } });
    for (const _ of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- one content at a time is shown
      expect((await served.ask("/resume.pdf")).status).toBe(404);
    }
    const told = served.entries.filter(({ object }) => object === name);
    expect(told.map(({ msg }) => msg)).toEqual([`the resume's own PDF ${fault}`]);
  }
});

test("a pale accent is made dark enough for text on white, a dark one is left", () => {
  expect(accentInk("#17605c")).toBe("#17605c");
  expect(accentInk("#ffee88")).not.toBe("#ffee88");
  expect(accentInk("#ffffff")).toMatch(/^#(\w\w)\1\1$/);
});
