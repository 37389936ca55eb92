/** Publishing over HTTP, and one hostile visitor who asks for all that is not published. */
import { randomUUID } from "node:crypto";
import { doc, getDoc, runTransaction, setDoc } from "firebase/firestore/lite";
import { ref, uploadBytes } from "firebase/storage";
import sharp from "sharp";
import { runCommand } from "../support/foyer-process.ts";
import { createSdkClient, signUp } from "../support/sdk-client.ts";
import { expect, test } from "../support/site-test.ts";

test.use({ ownSite: true });
test.skip(({ backend }) => backend === "hosted", "Commands give the roles.");

const marker = "Zyzzyva";

/** Of each kind that can be hidden: where all are listed, its own page if it has one, and what its picture is called. */
const kinds = [
  { kind: "projects", list: "/project", own: "/project/zyzzyva", picture: "cover" },
  { kind: "foodPosts", list: "/foodblog", own: "/foodblog/zyzzyva", picture: "cover" },
  { kind: "foodWishlist", list: "/foodwishlist", own: undefined, picture: "image" },
] as const;

test("an editor's draft and its pictures reach nobody before they are published, everybody at the next request, and nobody after", async ({
  foyer,
}) => {
  const { origin } = foyer;
  await using client = createSdkClient(origin);
  const { uid, idToken } = await signUp(client);
  await runCommand(foyer.dataDir, "user", "grant", uid, "editor");
  await idToken(true);
  for (const one of kinds) {
    // oxlint-disable-next-line no-await-in-loop -- one editor
    await test.step(one.kind, () => publishAndHide(one));
  }

  // Parts of the site are an admin's.
  expect(await call("site", "publish", { id: "settings", rev: 1 })).toMatchObject({ status: 403 });

  async function call(kind: string, path: string, body: object) {
    const answer = await fetch(`${origin}/api/content/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${await idToken()}`, "Content-Type": "application/json" },
      body: JSON.stringify({ kind, id: "zyzzyva", ...body }),
    });
    return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) };
  }

  async function publishAndHide({ kind, list, own, picture }: (typeof kinds)[number]) {
    // As the editor's browser writes it.
    const file = `${kind}/zyzzyva/${randomUUID()}/map.jpg`;
    const photo = await sharp({
      create: { width: 80, height: 60, channels: 3, background: "#248" },
    })
      .withExif({ IFD0: { Copyright: marker } })
      .jpeg()
      .toBuffer();
    await uploadBytes(ref(client.files, `drafts/${file}`), photo, { contentType: "image/jpeg" });
    const at = new Date().toISOString();
    const draft = (fields: object, rev: number, createdAt = at) => ({
      kind,
      docId: "zyzzyva",
      fields,
      base: null,
      rev,
      conflicts: [],
      saves: [],
      editedBy: uid,
      editedByName: "Ed",
      editedAt: new Date().toISOString(),
      createdAt,
    });
    const image = { src: `/drafts/${file}`, alt: "A map", width: 80, height: 60 };
    const words = own ? { slug: "zyzzyva", summary: `${marker}!` } : { notes: `${marker}!` };
    const fields = { ...words, title: marker, [picture]: image, tags: [] };
    const place = doc(client.documents, "drafts", `${kind}_zyzzyva`);
    await setDoc(place, draft(fields, 1));

    /** Everything that a visitor could think of; which of it says the secret word. */
    const page = own ?? list;
    const pages = ["/", list, page, "/about", "/certificates"];
    const addresses = [
      ...pages.flatMap((path) => [path, path === "/" ? "/_.data" : `${path}.data`]),
      "/index.md",
      `${list}.md`,
      `${page}.md`,
      "/search.json",
      "/llms.txt",
      "/sitemap.xml",
      "/feed.xml",
      "/foodblog/feed.xml",
      "/resume.json",
      `/og${page}.png`,
      `/og${page}.jpg`,
      `/drafts/${file}`,
      `/v1/projects/foyer/databases/(default)/documents/${kind}/zyzzyva`,
      `/v1/projects/foyer/databases/(default)/documents/${kind}/zyzzyva/versions`,
      `/v1/projects/foyer/databases/(default)/documents/drafts/${kind}_zyzzyva`,
      `/v1/projects/foyer/databases/(default)/documents/drafts`,
      `/v1/projects/foyer/databases/(default)/documents/schedules/${kind}_zyzzyva`,
      `/v1/projects/foyer/databases/(default)/documents/trash/${kind}_zyzzyva`,
      `/api/content/list?kind=${kind}`,
      `/api/content/trash?kind=${kind}`,
    ];
    const files = ["drafts", "public"].flatMap((side) => [
      `/v0/b/foyer/o/${encodeURIComponent(`${side}/${file}`)}?alt=media`,
      `/v0/b/foyer/o/${encodeURIComponent(`${side}/${file}`)}`,
      `/img/-/160.webp/${side === "public" ? "" : "../drafts/"}${file}`,
    ]);
    const crawl = async () => {
      const seen = await Promise.all(
        [...addresses, ...files].map(async (path) => {
          const answer = await fetch(origin + path, { redirect: "manual" });
          const text = await answer.text();
          const isTold = text.includes(marker) || (files.includes(path) && answer.ok);
          return isTold ? [path] : [];
        }),
      );
      return seen.flat();
    };
    expect(await crawl()).toEqual([]);
    expect(await call(kind, "publish", { rev: 2 })).toMatchObject({ status: 409 });
    expect(await crawl()).toEqual([]);

    expect(await call(kind, "publish", { rev: 1 })).toEqual({ status: 200, path: page });
    const told = await crawl();
    for (const path of [list, `${list}.data`, page, `${page}.data`, `${page}.md`, "/search.json"]) {
      expect(told).toContain(path);
    }
    expect(told).toContain(files[3]);
    expect(told).not.toContain(files[0]);
    expect(told.filter((path) => path.includes("drafts") || path.includes("versions"))).toEqual([]);
    const original = await (await fetch(origin + (files[3] ?? ""))).bytes();
    expect(Buffer.from(original).includes(marker)).toBe(false);
    const address =
      /\/img\/[^"\s]+?\.jpg/.exec(await (await fetch(origin + page)).text())?.[0] ?? "";
    expect((await fetch(origin + address)).status).toBe(200);
    expect((await getDoc(place)).exists()).toBe(false);

    if (own) await moveAway();
    expect(await call(kind, "hide", {})).toMatchObject({ status: 200 });
    expect((await crawl()).filter((path) => path !== `${own}.data`)).toEqual([]);
    expect((await fetch(origin + address)).status).toBe(404);
    expect(await call(kind, "delete", {})).toMatchObject({ status: 200 });
    expect((await crawl()).filter((path) => path !== `${own}.data`)).toEqual([]);

    async function moveAway() {
      // Its address changes: the old one leads to the new one, for browsers and for the router.
      const published = (await getDoc(doc(client.documents, kind, "zyzzyva"))).data();
      await runTransaction(client.documents, async (transaction) => {
        await transaction.get(place);
        transaction.set(place, draft({ ...published, slug: "zyzzyva-two" }, 1));
      });
      expect(await call(kind, "publish", { rev: 1 })).toMatchObject({ redirected: true });
      const old = await fetch(origin + page, { redirect: "manual" });
      expect([old.status, old.headers.get("Location")]).toEqual([301, `${page}-two`]);
      const data = await fetch(`${origin}${page}.data`, { redirect: "manual" });
      expect(await data.text()).toContain(`${page}-two`);
    }
  }
});
