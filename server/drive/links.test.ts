/** Share links over HTTP, by two servers on one backend. */
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readExif } from "#lib/exif/read-exif.ts";
import {
  berlin,
  heicOf,
  intoPng,
  intoWebp,
  pngChunk,
  tiffOf,
  withTiff,
} from "#lib/exif/testing/camera-files.ts";
import type { ShareChoices, ShareLink, SharedPage } from "#lib/drive/share-link.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createSdkClient, signUp } from "../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { plainPicture } from "../images/testing/pictures.ts";
import { createPlanter, serveBytes } from "./testing/serve-bytes.ts";
import type { ServedBytes } from "./testing/serve-bytes.ts";

let site: ServedSite;
let hosted: ServerBackend;
let ann: SignedInClient;
let eve: SignedInClient;
let one: ServedBytes;
let other: ServedBytes;
let plant: ReturnType<typeof createPlanter>;
let ahead = 0;
/** What is given back each minute is none of the test's then, however slow the machine is. */
let stoppedAt: number | undefined;
const now = () => stoppedAt ?? Date.now() + ahead;

beforeAll(async () => {
  site = await serveSite();
  hosted = await hostedBackendOf(site);
  ann = await signUp(createSdkClient(site.origin));
  eve = await signUp(createSdkClient(site.origin));
  one = await serveBytes({ backend: site.serverBackend, now });
  // As another machine would: over the network.
  other = await serveBytes({ backend: hosted, now });
  plant = createPlanter(site.serverBackend, ann.uid);
}, 60_000);
afterAll(async () => {
  await Promise.all([one, other].map((server) => server[Symbol.asyncDispose]()));
  await Promise.all([ann, eve].map((client) => client[Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

const plain: ShareChoices = {
  expiresAt: null,
  password: null,
  limit: null,
  keepPlaces: false,
  showName: false,
};

async function share(id: string, choices: Partial<ShareChoices> = {}): Promise<ShareLink> {
  const body = { id, ...plain, ...choices };
  const answer = await one.ask("POST /api/drive/links", await ann.idToken(), body);
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return (answer.json as { link: ShareLink }).link;
}

const askAnn = async (endpoint: string, body?: unknown) =>
  one.ask(endpoint, await ann.idToken(), body);
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const visitor = (cookies?: string) => ({ cookies, agent: firefox });
const pageOf = (link: ShareLink, id?: string, cookies?: string): Promise<SharedPage> =>
  one.sharedLinks.visits.page(link.token, id, visitor(cookies));
const statusOf = async (path: string, init?: RequestInit, server = one) => {
  const answer = await server.get(path, init);
  await answer.body?.cancel();
  return answer.status;
};

describe("how often it may be used", () => {
  test.each([1, 3, 20])(
    "with a limit of %i, of 50 presses at once on two servers exactly so many get the file",
    async (limit) => {
      const content = "x".repeat(100_000);
      const file = await plant.file("big.txt", content, "text/plain");
      const link = await share(file.id, { limit });
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, at) => {
          const answer = await (at % 2 === 0 ? one : other).get(`${link.path}/file/${file.id}`, {
            headers: { "x-test-client": `198.51.100.${at}` },
          });
          return { status: answer.status, text: await answer.text() };
        }),
      );
      const good = answers.filter(({ status, text }) => status === 200 && text === content);
      expect(good).toHaveLength(limit);
      expect(answers.filter(({ status }) => status === 410)).toHaveLength(50 - limit);
      const { json } = await askAnn(`GET /api/drive/links?id=${file.id}`);
      expect((json as { links: ShareLink[] }).links[0]).toMatchObject({ downloads: limit, limit });
      expect(await pageOf(link)).toMatchObject({ kind: "file", left: 0 });
    },
    60_000,
  );

  test("a ZIP counts, a HEAD does not, parts are not offered, and more can be allowed later", async () => {
    const folder = await plant.folder("Holiday");
    const file = await plant.file("a.txt", "aaa", "text/plain", folder.id);
    const link = await share(folder.id, { limit: 2 });
    expect(await statusOf(`${link.path}/file/${file.id}`, { method: "HEAD" })).toBe(200);
    const part = await one.get(`${link.path}/file/${file.id}`, { headers: { range: "bytes=1-1" } });
    expect([part.status, part.headers.get("accept-ranges"), await part.text()]).toEqual([
      200,
      "none",
      "aaa",
    ]);
    expect(await statusOf(`${link.path}/zip/${folder.id}`)).toBe(200);
    expect(await statusOf(`${link.path}/file/${file.id}`)).toBe(410);
    expect(await statusOf(`${link.path}/zip/${folder.id}`)).toBe(410);
    const changed = await askAnn("POST /api/drive/links/change", { link: link.token, limit: 3 });
    expect((changed.json as { link: ShareLink }).link).toMatchObject({ limit: 3, downloads: 2 });
    expect(await statusOf(`${link.path}/file/${file.id}`)).toBe(200);
    expect(await statusOf(`${link.path}/file/${file.id}`)).toBe(410);
  });

  test("without a limit all are counted, though they come at once to two servers", async () => {
    const file = await plant.file("free.txt", "free", "text/plain");
    const link = await share(file.id, { keepPlaces: true });
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        statusOf(`${link.path}/file/${file.id}`, {}, at % 2 === 0 ? one : other),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const range = { headers: { range: "bytes=2-" } };
    expect(await statusOf(`${link.path}/file/${file.id}`, range)).toBe(206);
    const { json } = await askAnn(`GET /api/drive/links?id=${file.id}`);
    expect((json as { links: ShareLink[] }).links[0]).toMatchObject({ downloads: 40 });
  });
});

describe("who gets nothing", () => {
  test("one that has ended, was revoked or never was, and they look the same", async () => {
    const file = await plant.file("f.txt", "f", "text/plain");
    const expiresAt = new Date(now() + 60_000).toISOString();
    const [ending, revoked] = [await share(file.id, { expiresAt }), await share(file.id)];
    const never = { ...revoked, token: "q".repeat(28), path: `/FileStorageApp/${"q".repeat(28)}` };
    expect(await statusOf(`${ending.path}/file/${file.id}`)).toBe(200);
    const off = await askAnn("POST /api/drive/links/revoke", { link: revoked.token });
    expect(off.status).toBe(204);
    ahead = 60_000;
    try {
      const seen = await Promise.all(
        [ending, revoked, never].map(async (link) => {
          const answer = await one.get(`${link.path}/file/${file.id}`);
          const page = await pageOf(link);
          return [answer.status, await answer.text(), JSON.stringify(page)].join(" ");
        }),
      );
      expect(new Set(seen).size).toBe(1);
      expect(seen[0]).toMatch(/^404 .*\{"kind":"gone"\}$/s);
    } finally {
      ahead = 0;
    }
  });

  test("a link dies with its file in the trash, with a folder above, when it is gone, and with its account", async () => {
    const top = await plant.folder("Top");
    const folder = await plant.folder("Folder", top.id);
    const file = await plant.file("f.txt", "f", "text/plain", folder.id);
    const link = await share(folder.id);
    const status = () => statusOf(`${link.path}/file/${file.id}`);
    expect(await status()).toBe(200);
    for (const node of [file, folder, top]) {
      // oxlint-disable no-await-in-loop
      await plant.trash(node);
      expect(await status(), node.name).toBe(404);
      expect((await pageOf(link)).kind, node.name).toBe(node === file ? "folder" : "gone");
      await plant.put(node);
      expect(await status(), node.name).toBe(200);
      // oxlint-enable no-await-in-loop
    }
    await plant.gone(folder.id);
    expect(await status()).toBe(404);
    const paths: string[] = [];
    {
      await using bob = await signUp(createSdkClient(site.origin));
      const own = await createPlanter(site.serverBackend, bob.uid).file("b", "b", "text/plain");
      const body = { id: own.id, ...plain };
      const made = await one.ask("POST /api/drive/links", await bob.idToken(), body);
      paths.push(`${(made.json as { link: ShareLink }).link.path}/file/${own.id}`, bob.uid);
    }
    const [path = "", bob = ""] = paths;
    expect(await statusOf(path)).toBe(200);
    await site.serverBackend.updateAccount(bob, { disabled: true });
    expect(await statusOf(path)).toBe(404);
    await site.serverBackend.updateAccount(bob, { disabled: false });
    expect(await statusOf(path)).toBe(200);
    await site.serverBackend.deleteAccount(bob);
    expect(await statusOf(path)).toBe(404);
  });

  test("nothing beside or above the shared folder is reached, however it is asked for", async () => {
    const folder = await plant.folder("Shared");
    const inside = await plant.file("in.txt", "in", "text/plain", folder.id);
    const outside = await plant.file("out.txt", "secret", "text/plain");
    const above = await plant.folder("Other");
    const foreign = await createPlanter(site.serverBackend, eve.uid).file(
      "e.txt",
      "e",
      "text/plain",
    );
    const link = await share(folder.id);
    expect(await statusOf(`${link.path}/file/${inside.id}`)).toBe(200);
    const paths = [
      `/file/${outside.id}`,
      `/zip/${above.id}`,
      `/file/${foreign.id}`,
      `/file/${folder.id}`,
      `/zip/${inside.id}`,
      "/file/",
      "/file/..",
      `/file/..%2f${outside.id}`,
      `/file/%2e%2e/${outside.id}`,
      `/file/${inside.id}/../${outside.id}`,
      `/file/${inside.id}%00`,
      `/file/users/${ann.uid}/files`,
      `/FILE/${inside.id}`,
    ];
    for (const path of paths) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await statusOf(link.path + path), path).toBe(404);
    }
    for (const id of [outside.id, above.id, foreign.id]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await pageOf(link, id)).kind).toBe("gone");
    }
    const page = await pageOf(link);
    expect(page).toMatchObject({
      kind: "folder",
      rows: [{ name: "in.txt" }],
      path: [{ name: "Shared" }],
    });
    // A file that was moved out is out.
    await plant.put({ ...inside, parent: "" });
    expect(await statusOf(`${link.path}/file/${inside.id}`)).toBe(404);
  });

  test("guessing comes to an end", async () => {
    const statuses: number[] = [];
    stoppedAt = Date.now();
    for (let at = 0; at < 700; at += 50) {
      const paths = Array.from({ length: 50 }, (_, index) => {
        const letters = String.fromCharCode(97 + (index % 26)).repeat(28);
        return `/FileStorageApp/${letters}/file/${"a".repeat(20)}`;
      });
      const init = { headers: { "x-test-client": "192.0.2.77" } };
      // oxlint-disable-next-line no-await-in-loop
      statuses.push(...(await Promise.all(paths.map((path) => statusOf(path, init)))));
    }
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    expect(statuses.filter((status) => status === 404).length).toBe(600);
    stoppedAt = undefined;
  });

  test("only whose file it is makes, sees, changes and revokes links", async () => {
    const file = await plant.file("f.txt", "f", "text/plain");
    const link = await share(file.id);
    const token = await eve.idToken();
    const asked = [
      ["POST /api/drive/links", { id: file.id, ...plain }],
      ["POST /api/drive/links/change", { link: link.token, limit: 1 }],
      ["POST /api/drive/links/revoke", { link: link.token }],
      [`GET /api/drive/links/log?link=${link.token}`, undefined],
    ] as const;
    for (const [endpoint, body] of asked) {
      // oxlint-disable no-await-in-loop
      expect((await one.ask(endpoint, token, body)).status, endpoint).toBe(404);
      expect((await one.ask(endpoint, undefined, body)).status, endpoint).toBe(401);
      // oxlint-enable no-await-in-loop
    }
    expect((await one.ask(`GET /api/drive/links?id=${file.id}`, token)).json).toEqual({
      links: [],
    });
    expect(await statusOf(`${link.path}/file/${file.id}`)).toBe(200);
    for (const wrong of [{ limit: 0 }, { limit: 1.5 }, { password: "" }, { expiresAt: "soon" }]) {
      const body = { id: file.id, ...plain, ...wrong };
      // oxlint-disable-next-line no-await-in-loop
      expect((await askAnn("POST /api/drive/links", body)).status).toBe(400);
    }
    const past = { id: file.id, ...plain, expiresAt: new Date(now() - 1000).toISOString() };
    expect((await askAnn("POST /api/drive/links", past)).status).toBe(400);
  });
});

describe("a password", () => {
  const type = (link: ShareLink, password: string, from: string) =>
    one.get(`${link.path}/open`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-test-client": from,
      },
      body: new URLSearchParams({ password }),
    });

  test("opens to who knows it, for this link, until it is another one", async () => {
    const file = await plant.file("secret name.txt", "secret", "text/plain");
    const link = await share(file.id, { password: "Öl & Wasser" });
    const twin = await share(file.id, { password: "Öl & Wasser" });
    const path = `${link.path}/file/${file.id}`;
    expect(JSON.stringify(await pageOf(link))).toBe(
      `{"kind":"locked","token":"${link.token}","problem":""}`,
    );
    expect(await statusOf(path)).toBe(303);
    const wrong = await type(link, "Oel & Wasser", "192.0.2.1");
    expect([wrong.status, wrong.headers.get("location"), wrong.headers.get("set-cookie")]).toEqual([
      303,
      `${link.path}?problem=wrong`,
      null,
    ]);
    // The same letters as another keyboard composes them.
    const right = await type(link, "O\u0308l & Wasser", "192.0.2.1");
    const set = right.headers.get("set-cookie") ?? "";
    expect(set).toContain(`Path=${link.path}; `);
    expect(set).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
    const [cookie = ""] = set.split(";");
    const withCookie = { headers: { cookie } };
    expect(await statusOf(path, withCookie)).toBe(200);
    expect(await statusOf(path, withCookie, other)).toBe(200);
    expect((await pageOf(link, undefined, cookie)).kind).toBe("file");
    // Neither for another link, nor with another end, nor after its own.
    expect(await statusOf(`${twin.path}/file/${file.id}`, withCookie)).toBe(303);
    const later = cookie.replace(/=(\w+)\./, (_, until: string) => `=z${until.slice(1)}.`);
    expect(await statusOf(path, { headers: { cookie: later } })).toBe(303);
    ahead = 13 * 3_600_000;
    expect(await statusOf(path, withCookie)).toBe(303);
    ahead = 0;
    await askAnn("POST /api/drive/links/change", { link: link.token, password: "Öl & Wasser" });
    expect(await statusOf(path, withCookie)).toBe(303);
    await askAnn("POST /api/drive/links/change", { link: link.token, password: null });
    expect(await statusOf(path)).toBe(200);
    const stored = JSON.stringify(
      (await site.serverBackend.getDocument(`shares/${twin.token}`))?.data,
    );
    expect(stored).not.toContain("Wasser");
    const { json } = await askAnn(`GET /api/drive/links/log?link=${link.token}`);
    const acts = (json as { log: { act: string }[] }).log.map(({ act }) => act);
    expect(acts).toContain("wrong-password");
  });

  test("is tried a few times only, by one network and by all together", async () => {
    const file = await plant.file("f.txt", "f", "text/plain");
    const link = await share(file.id, { password: "right" });
    const tries: (string | null)[] = [];
    stoppedAt = Date.now();
    for (let at = 0; at < 14; at += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await type(link, at === 13 ? "right" : `wrong ${at}`, "192.0.2.200");
      tries.push(answer.headers.get("location"));
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    expect(tries.filter((to) => to?.endsWith("wrong"))).toHaveLength(10);
    expect(tries.at(-1)).toBe(`${link.path}?problem=often`);
    stoppedAt = undefined;
    // Somebody else still comes in.
    expect((await type(link, "right", "198.51.100.5")).headers.get("set-cookie")).not.toBeNull();
    const foreign = await one.get(`${link.path}/open`, {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site" },
      body: "password=right",
    });
    expect(foreign.status).toBe(403);
  }, 30_000);
});

describe("what goes out", () => {
  test("nothing that is shared can run on this origin", async () => {
    const script = "<script>alert(document.domain)</script>";
    const hostile = [
      ["page.html", script, "text/html"],
      ["page.xhtml", script, "application/xhtml+xml"],
      ["drawing.svg", `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, "image/svg+xml"],
      ["paper.pdf", "%PDF-1.7 /JS (app.alert(1))", "application/pdf"],
      ["code.js", "alert(1)", "text/javascript"],
      ["style.css", "*{}", "text/css"],
      ["text.txt", script, "text/plain"],
      ["feed.xml", script, "text/xml"],
    ] as const;
    for (const [name, content, contentType] of hostile) {
      // oxlint-disable no-await-in-loop
      const file = await plant.file(name, content, contentType);
      const link = await share(file.id);
      const answer = await one.get(`${link.path}/file/${file.id}`);
      const headers = Object.fromEntries(answer.headers);
      expect(await answer.text()).toBe(content);
      expect(headers, name).toMatchObject({
        "content-disposition": expect.stringMatching(/^attachment; /),
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
      });
      expect(headers["content-type"], name).not.toMatch(/javascript|css/);
      // oxlint-enable no-await-in-loop
    }
  });

  test("a photo goes out without what the camera wrote, unless its owner wants it, in a ZIP too", async () => {
    const tiff = tiffOf(berlin);
    const jpeg = await plainPicture("jpeg");
    const webp = await sharp(jpeg).withIccProfile("p3").webp().toBuffer();
    const ifd = { Make: "Camera of Ann" };
    const north = { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 123/10" };
    const east = { GPSLongitudeRef: "E", GPSLongitude: "13/1 24/1 0/1" };
    const avif = new Uint8Array(
      await sharp(jpeg)
        .withExif({ IFD0: ifd, IFD3: { ...north, ...east } })
        .avif()
        .toBuffer(),
    );
    const folder = await plant.folder("Photos");
    const photos = [
      ["a.jpg", withTiff(jpeg, tiff), "image/jpeg"],
      ["b.png", intoPng(await plainPicture("png"), pngChunk("eXIf", tiff)), "image/png"],
      ["c.webp", intoWebp(webp, 0x08, ["EXIF", tiff]), "image/webp"],
      ["e.avif", avif, "image/avif"],
      ["f.heic", heicOf(tiff), "image/heic"],
      // Whatever it is called.
      ["d.txt", withTiff(jpeg, tiff), "text/plain"],
    ] as const;
    const [clean, whole] = [await share(folder.id), await share(folder.id, { keepPlaces: true })];
    const bytesOf = async (path: string) => {
      const answer = await one.get(path);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect([answer.status, answer.headers.get("content-length")]).toEqual([
        200,
        String(bytes.length),
      ]);
      return bytes;
    };
    for (const [name, bytes, type] of photos) {
      // oxlint-disable no-await-in-loop
      expect((await readExif(new Blob([bytes]))).spot, name).toBeDefined();
      const file = await plant.file(name, bytes, type, folder.id);
      const given = await bytesOf(`${clean.path}/file/${file.id}`);
      const read = await readExif(new Blob([given]));
      expect([read.spot, read.taken], name).toEqual([undefined, undefined]);
      expect(Buffer.from(given).includes("Camera of Ann"), name).toBe(false);
      expect(await bytesOf(`${whole.path}/file/${file.id}`)).toEqual(new Uint8Array(bytes));
      // oxlint-enable no-await-in-loop
    }
    const place = "+52.5200+013.4050/";
    const film = Buffer.from(
      `\0\0\0\u000cftypisom\0\0\0\u0008wide\0\0\0\u0022moov\0\0\0\u001audta${place}\0\0\0\u000cmdatPLAY`,
      "latin1",
    );
    const shot = await plant.file("g.mp4", new Uint8Array(film), "video/mp4", folder.id);
    const played = Buffer.from(await bytesOf(`${clean.path}/file/${shot.id}`));
    expect([played.includes(place), played.includes("PLAY")]).toEqual([false, true]);
    expect(Buffer.from(await bytesOf(`${whole.path}/file/${shot.id}`))).toEqual(film);
    const zipOf = async (link: ShareLink) =>
      Buffer.from(await (await one.get(`${link.path}/zip/${folder.id}`)).arrayBuffer());
    const [cleanZip, wholeZip] = [await zipOf(clean), await zipOf(whole)];
    expect(cleanZip.includes("Photos/a.jpg")).toBe(true);
    expect([cleanZip.includes("Camera of Ann"), wholeZip.includes("Camera of Ann")]).toEqual([
      false,
      true,
    ]);
  });

  test("a photo of which nobody can say that it is clean stays here, unless its owner wants it", async () => {
    const tiff = tiffOf(berlin);
    const jpeg = withTiff(await plainPicture("jpeg"), tiff);
    const movie = Buffer.from("\0\0\0\u0008moov", "latin1");
    const movingHeic = new Uint8Array(Buffer.concat([heicOf(tiff), movie]));
    const folder = await plant.folder("Others");
    const link = await share(folder.id, { limit: 10 });
    const whole = await share(folder.id, { keepPlaces: true });
    for (const [name, bytes] of [
      ["cut.jpg", jpeg.slice(0, jpeg.length - 40)],
      ["moving.heic", movingHeic],
      ["scan.tif", tiff],
      ["canon.crw", Buffer.from("II\u001a\0\0\0HEAPCCDR\u0002\0", "latin1")],
      ["minolta.mrw", Buffer.from("\0MRM\0\0\0\u0010 and more", "latin1")],
      ["sigma.x3f", Buffer.from("FOVb and more of it")],
      ["scan.jp2", Buffer.from("\0\0\0\fjP  \r\n\x87\n and more", "latin1")],
      ["burst.heif", Buffer.from("\0\0\0\u0010ftyphevm\0\0\0\0 and more", "latin1")],
    ] as const) {
      // oxlint-disable no-await-in-loop
      const file = await plant.file(name, new Uint8Array(bytes), "image/x", folder.id);
      expect(await statusOf(`${link.path}/file/${file.id}`), name).toBe(409);
      expect(await statusOf(`${whole.path}/file/${file.id}`), name).toBe(200);
      // oxlint-enable no-await-in-loop
    }
    // Words that only begin alike.
    for (const words of [
      "The wide sea",
      "II* and III",
      "IIR filters",
      "MM is 2000",
      "RIFF and WEBP",
    ]) {
      // oxlint-disable no-await-in-loop
      const file = await plant.file("words.txt", words, "text/plain");
      const { path } = await share(file.id);
      expect(await (await one.get(`${path}/file/${file.id}`)).text()).toBe(words);
      // oxlint-enable no-await-in-loop
    }
    // What was not handed out was not counted.
    expect(await pageOf(link)).toMatchObject({ left: 10 });
    const zip = Buffer.from(
      await (await one.get(`${link.path}/zip/${folder.id}`)).arrayBuffer(),
    ).toString("latin1");
    expect(zip).toContain("Others/scan.tif: This photo may say where it was taken");
    expect(zip).not.toContain("Camera of Ann");
  });
});

test("the node knows how many links are open, and nobody's addresses are in the log of visits", async () => {
  const file = await plant.file("f.txt", "f", "text/plain");
  const links = await Promise.all([1, 2, 3].map(() => share(file.id)));
  const countOf = async () => (await one.store.readNode(ann.uid, file.id))?.links;
  expect(await countOf()).toBe(3);
  const [first] = links;
  if (!first) throw new Error("There is none.");
  await pageOf(first);
  expect(await statusOf(`${first.path}/file/${file.id}`)).toBe(200);
  const { json } = await askAnn(`GET /api/drive/links/log?link=${first.token}`);
  const { log } = json as { log: object[] };
  expect(log).toMatchObject([
    { act: "file", name: "" },
    { act: "page", name: "", device: "Firefox, desktop" },
  ]);
  expect(JSON.stringify(log)).not.toContain("203.0.113");
  await askAnn("POST /api/drive/links/revoke", { link: first.token });
  expect(await countOf()).toBe(2);
  await one.forgetLinks(ann.uid, new Set([file.id]));
  expect((await askAnn(`GET /api/drive/links?id=${file.id}`)).json).toEqual({ links: [] });
});

test("where mail goes out, only who has proved an address makes a link", async () => {
  await using strict = await serveBytes({ backend: site.serverBackend, sendsMail: true });
  const file = await plant.file("f.txt", "f", "text/plain");
  const make = async () =>
    strict.ask("POST /api/drive/links", await ann.idToken(), { id: file.id, ...plain });
  expect(await make()).toMatchObject({
    status: 403,
    json: { error: { code: "unproved-address" } },
  });
  await site.serverBackend.updateAccount(ann.uid, { emailVerified: true });
  expect((await make()).status).toBe(200);
});
