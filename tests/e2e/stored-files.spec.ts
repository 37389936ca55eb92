/** What strangers stored, opened by its address on the site's own origin. */
import { expect, open, test } from "../support/site-test.ts";

const PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const SCRIPT = "document.title = 'it ran'; window.itRan = true; self.itRan = true;";
const PAGE = `<!doctype html><title>stored</title><script>${SCRIPT}</script>`;
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`;

type Store = (name: string, contentType: string, content: string | Buffer) => Promise<string>;

/** Keeps a file for a new account and resolves with its download URL. */
async function openStore(origin: string): Promise<Store> {
  const signUp = `${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=foyer-embedded`;
  const answer = await fetch(signUp, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: `stored-${Date.now()}@example.com`,
      password: "correct horse",
      returnSecureToken: true,
    }),
  });
  const { idToken, localId } = (await answer.json()) as { idToken: string; localId: string };
  const authorization = `Firebase ${idToken}`;
  return async (name, contentType, content) => {
    const path = encodeURIComponent(`users/${localId}/${name}`);
    const object = `${origin}/v0/b/foyer/o/${path}`;
    const headers = { authorization, "content-type": contentType };
    const body = new Uint8Array(Buffer.from(content));
    const stored = await fetch(object, { method: "POST", headers, body });
    expect(stored.status).toBe(200);
    const made = await fetch(`${object}?create_token=true`, {
      method: "POST",
      headers: { authorization },
    });
    const { downloadTokens } = (await made.json()) as { downloadTokens: string };
    return `${object}?alt=media&token=${downloadTokens}`;
  };
}

test(
  "a picture opens in a tab of its own",
  { tag: "@embedded" },
  async ({ page, foyer, watch }) => {
    // Those that Playwright brings into every page.
    watch.expectFault(/Blocked script execution/);
    const store = await openStore(foyer.origin);
    await page.goto(await store("cat.gif", "image/gif", PICTURE));
    const picture = page.locator("img");
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  },
);

test("what can run is saved, under a safe name", { tag: "@embedded" }, async ({ page, foyer }) => {
  const store = await openStore(foyer.origin);
  await open(page, "/about");
  const title = await page.title();
  for (const [name, type, content, saved] of [
    ["page.html", "text/html", PAGE, "page.html"],
    ["drawing.svg", "image/svg+xml", DRAWING, "drawing.svg"],
    ["not a picture.gif", "image/gif", PAGE, "not a picture.gif"],
    ["photo\u202Egpj.html", "text/html", PAGE, "photo_gpj.html"],
  ] as const) {
    const url = await store(name, type, content);
    const download = page.waitForEvent("download");
    // Chromium says of a page that turns out to be a file that it was not loaded.
    await page.goto(url).catch(() => {});
    expect((await download).suggestedFilename()).toBe(saved);
    expect(await page.title()).toBe(title);
  }
});

test.describe("as in a browser", () => {
  test.use({ serviceWorkers: "allow" });
  test(
    "nothing stored runs in a page of the site",
    { tag: "@embedded" },
    async ({ page, foyer, watch }) => {
      watch.expectFault(/./);
      const store = await openStore(foyer.origin);
      const urls = {
        script: await store("code.js", "text/javascript", SCRIPT),
        style: await store("style.css", "text/css", "body { --it-ran: yes }"),
        frame: await store("page.html", "text/html", PAGE),
      };
      // A page without a content policy, so that only the headers of the files keep them from running.
      const bare = `${foyer.origin}/bare`;
      await page.route(bare, (route) =>
        route.fulfill({ contentType: "text/html", body: "<!doctype html><title>bare</title>" }),
      );
      await page.goto(bare);
      const found = await page.evaluate(async ({ script, style, frame }) => {
        const load = (tag: string, attributes: Record<string, string>) => {
          const element = Object.assign(document.createElement(tag), attributes);
          return new Promise<string>((resolve) => {
            element.addEventListener("load", () => resolve("loaded"));
            element.addEventListener("error", () => resolve("refused"));
            document.body.append(element);
          });
        };
        const outcome = {
          script: await load("script", { src: script }),
          module: await load("script", { src: script, type: "module" }),
          style: await load("link", { href: style, rel: "stylesheet" }),
          worker: await new Promise<string>((resolve) => {
            const worker = new Worker(script);
            worker.addEventListener("error", () => resolve("refused"));
            worker.addEventListener("message", () => resolve("loaded"));
          }),
          serviceWorker: await navigator.serviceWorker.register(script).then(
            () => "loaded",
            () => "refused",
          ),
        };
        document.body.append(Object.assign(document.createElement("iframe"), { src: frame }));
        return outcome;
      }, urls);
      expect(found).toEqual({
        script: "refused",
        module: "refused",
        style: "refused",
        worker: "refused",
        serviceWorker: "refused",
      });
      expect(await page.title()).toBe("bare");
      expect(await page.evaluate(() => "itRan" in window)).toBe(false);
    },
  );
});
