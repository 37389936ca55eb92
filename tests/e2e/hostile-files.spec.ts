/** What somebody uploaded is opened in a real browser, in every way that a page has, and nothing of it runs. */
import type { BrowserContext, Page } from "@playwright/test";
import { signUp } from "../reliability/database-process.ts";
import { type HostileFile, hostileFiles } from "../reliability/stored-xss-files.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { expect, test } from "../support/site-test.ts";

type Stored = { id: string; url: string; ticket: string };

/** After each page the network is quiet for half a second. */
const FILES_IN_A_PAGE = 12;

/** What a file does when it runs is told by all of these. */
function collectRuns(context: BrowserContext): string[] {
  const ran: string[] = [];
  context.on("dialog", (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    if (request.url().includes("/ran-")) ran.push(request.url());
  });
  return ran;
}

async function expectNothingRan(page: Page, where: string): Promise<void> {
  for (const frame of page.frames()) {
    // A document of a plug-in or one that is going has no globals to ask for.
    const ran = await frame
      .evaluate(() => (globalThis as { ran?: string }).ran)
      .catch(() => undefined);
    expect(ran, where).toBe(undefined);
  }
  expect(await page.title(), where).not.toBe("ran");
}

/** Their headers are compared elsewhere: the first of each kind is opened both ways, the others in turn. */
function waysTo({ id, url, ticket }: Stored): string[] {
  if (id.endsWith("-0")) return [url, ticket];
  return id.length % 2 === 0 ? [url] : [ticket];
}

async function store(foyer: FoyerProcess, files: readonly HostileFile[]): Promise<Stored[]> {
  const idToken = await signUp(foyer);
  const [, payload = ""] = idToken.split(".");
  const { sub } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { sub: string };
  const stored: Stored[] = [];
  for (const { id, content, ...metadata } of files) {
    const name = encodeURIComponent(`users/${sub}/${id}`);
    const object = `${foyer.origin}/v0/b/foyer/o/${name}`;
    const headers = { authorization: `Firebase ${idToken}` };
    const head = `--cut\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(metadata)}`;
    const uploaded = await fetch(`${foyer.origin}/v0/b/foyer/o?name=${name}`, {
      method: "POST",
      headers: { ...headers, "content-type": "multipart/related; boundary=cut" },
      body: `${head}\r\n--cut\r\n\r\n${content}\r\n--cut--`,
    });
    expect(uploaded.status, id).toBe(200);
    const made = await fetch(`${object}?create_token=true`, { method: "POST", headers });
    const { downloadTokens } = (await made.json()) as { downloadTokens: string };
    const asked = await fetch(`${foyer.origin}/api/tickets`, {
      method: "POST",
      headers: { authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ name: decodeURIComponent(name) }),
    });
    const { url } = (await asked.json()) as { url: string };
    const ticket = foyer.origin + url;
    stored.push({ id, url: `${object}?alt=media&token=${downloadTokens}`, ticket });
  }
  return stored;
}

test.describe("hostile files", { tag: "@embedded" }, () => {
  test.use({ ownSite: true, acceptDownloads: false, serviceWorkers: "allow" });
  // Hundreds of navigations, most of which are downloads.
  test.setTimeout(60_000);

  test("opened by download URL and by ticket, nothing of them runs", async ({
    page,
    context,
    foyer,
    watch,
  }) => {
    // The browser says what was forbidden, and asks for an icon.
    watch.expectFault(/Blocked script execution|sandbox|Content Security Policy|favicon/);
    const ran = collectRuns(context);
    const shown: string[] = [];
    for (const file of await store(foyer, hostileFiles)) {
      for (const address of waysTo(file)) {
        const opened = await page.goto(address).catch((error: Error) => {
          expect(error.message).toContain("Download is starting");
        });
        if (opened) shown.push(`${file.id} ${opened.headers()["content-type"]}`);
        await expectNothingRan(page, file.id);
      }
    }
    expect(ran).toEqual([]);
    // What is shown at all is pictures, sounds and text that is plain or shown as such.
    expect(shown).not.toEqual([]);
    for (const one of shown) {
      expect(one).toMatch(
        / (?:image|audio|video)\/| text\/(?:plain|csv|markdown)| application\/json/,
      );
    }
  });

  test("put into a page without any policy, as a script, style, frame, object, picture or worker, nothing of them runs @long", async ({
    page,
    context,
    foyer,
    watch,
  }) => {
    // It is full of refusals; what counts is below.
    watch.expectFault(/.*/);
    const ran = collectRuns(context);
    await page.route("**/lax.html", (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>lax</title>" }),
    );
    const stored = await store(foyer, hostileFiles);
    for (let from = 0; from < stored.length; from += FILES_IN_A_PAGE) {
      const some = stored.slice(from, from + FILES_IN_A_PAGE);
      await page.goto("/lax.html");
      await page.evaluate(embedAll, some.flatMap(waysTo));
      // A frame whose answer is saved as a file never loads, and nothing says so.
      await page.waitForLoadState("networkidle");
      await expectNothingRan(page, some.map(({ id }) => id).join());
      const outcomes = await page.evaluate(
        () => (globalThis as { outcomes?: string[] }).outcomes ?? [],
      );
      expect(outcomes.filter((outcome) => outcome !== "refused")).toEqual([]);
      expect(outcomes.length).toBeGreaterThanOrEqual(some.length);
    }
    expect(ran).toEqual([]);
  });
});

/** In the page. What workers become is noted. */
async function embedAll(addresses: string[]): Promise<void> {
  const outcomes: string[] = [];
  (globalThis as { outcomes?: string[] }).outcomes = outcomes;
  const embed = (tag: string, attributes: Record<string, string>) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.documentElement.append(element);
  };
  for (const address of addresses) {
    embed("script", { src: address });
    embed("script", { src: address, type: "module" });
    embed("link", { rel: "stylesheet", href: address });
    embed("iframe", { src: address });
    if (address.includes("/ticket/")) embed("object", { data: address });
    else embed("embed", { src: address });
    embed("img", { src: address });
    new Worker(address).addEventListener("error", () => outcomes.push("refused"));
  }
  const registered = addresses.map((address) =>
    navigator.serviceWorker.register(address).then(
      () => `service worker of ${address}`,
      () => "refused",
    ),
  );
  outcomes.push(...(await Promise.all(registered)));
}
