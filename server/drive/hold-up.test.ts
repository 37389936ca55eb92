/** What somebody could do so that others get nothing: all of the memory, all of the places, or bytes for ever. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { intoJpeg, jpegSegment } from "#lib/exif/testing/camera-files.ts";
import type { ShareChoices, ShareLink } from "#lib/drive/share-link.ts";
import type { DriveNode, DriveVersion } from "#lib/drive/node.ts";
import { BackendError, type ServerBackend } from "#lib/server-backend.ts";
import { createSdkClient, signUp } from "../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../tests/support/sdk-client.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { plainPicture } from "../images/testing/pictures.ts";
import { folderMembershipPath } from "./access.ts";
import { readCleaned } from "./read-cleaned.ts";
import { createRoom } from "./room.ts";
import { createPlanter, serveBytes } from "./testing/serve-bytes.ts";
import type { ServedBytes } from "./testing/serve-bytes.ts";

let site: ServedSite;
let ann: SignedInClient;
let eve: SignedInClient;
let served: ServedBytes;
let plant: ReturnType<typeof createPlanter>;
let ahead = 0;
/** Before the bytes of an object are opened. */
let opening: (name: string) => Promise<void> = async () => {};

beforeAll(async () => {
  site = await serveSite();
  ann = await signUp(createSdkClient(site.origin));
  eve = await signUp(createSdkClient(site.origin));
  const backend: ServerBackend = {
    ...site.serverBackend,
    async openObject(name, options) {
      await opening(name);
      return site.serverBackend.openObject(name, options);
    },
  };
  served = await serveBytes({ backend, now: () => Date.now() + ahead });
  plant = createPlanter(site.serverBackend, ann.uid);
}, 60_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await Promise.all([ann, eve].map((client) => client[Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

async function share(id: string, choices: Partial<ShareChoices> = {}): Promise<ShareLink> {
  const rest = { expiresAt: null, password: null, limit: null, keepPlaces: false, showName: false };
  const body = { id, ...rest, ...choices };
  const { json } = await served.ask("POST /api/drive/links", await ann.idToken(), body);
  return (json as { link: ShareLink }).link;
}

const text = async (path: string) =>
  Buffer.from(await (await served.get(path)).arrayBuffer()).toString("latin1");

/** As they come in an archive. */
async function threeFiles(folder: DriveNode) {
  const files: DriveNode[] = [];
  for (const name of ["a", "b", "c"]) {
    // oxlint-disable-next-line no-await-in-loop
    files.push(await plant.file(`${name}.txt`, `text of ${name}`, "text/plain", folder.id));
  }
  return files.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

const objectOf = (node: DriveNode | undefined) =>
  (node?.kind === "file" ? node.version.object : undefined) ?? "none";

/** Once the first file is opened, which then takes a while. */
function onceOpened(first: DriveNode | undefined, work: () => Promise<unknown>) {
  opening = async (name) => {
    if (!name.endsWith(objectOf(first))) return;
    await work();
    ahead += 10_000;
  };
}

test.each(["revoked", "in the trash", "with another password"])(
  "a link that is %s while its archive is sent gives no further file",
  async (what) => {
    const folder = await plant.folder(`Trip ${what}`);
    const [first, second, third] = await threeFiles(folder);
    const link = await share(folder.id);
    onceOpened(first, async () => {
      if (what === "in the trash") return plant.trash(folder);
      const end = what === "revoked" ? "revoke" : "change";
      const body = { link: link.token, ...(end === "change" && { password: "new" }) };
      return served.ask(`POST /api/drive/links/${end}`, await ann.idToken(), body);
    });
    const zip = await text(`${link.path}/zip/${folder.id}`);
    expect(zip).toContain(`text of ${first?.name[0]}`);
    for (const later of [second, third]) expect(zip).not.toContain(`text of ${later?.name[0]}`);
    expect(zip).toContain(`Trip ${what}: what is left of it is no longer there`);
  },
);

test.each(["removed", "disabled"])(
  "a viewer who is %s meanwhile gets no further file",
  async (what) => {
    const folder = await plant.folder("Trip");
    const [first, second, third] = await threeFiles(folder);
    const path = folderMembershipPath(folder.id, eve.uid);
    const data = { kind: "folders", id: folder.id, uid: eve.uid, owner: ann.uid, role: "viewer" };
    await site.serverBackend.commit([{ set: path, data }]);
    const body = { owner: ann.uid, ids: [folder.id] };
    const { json } = await served.ask("POST /api/drive/zip", await eve.idToken(), body);
    onceOpened(first, () =>
      what === "removed"
        ? site.serverBackend.commit([{ delete: path }])
        : site.serverBackend.updateAccount(eve.uid, { disabled: true }),
    );
    const zip = await text((json as { url: string }).url);
    expect(zip).toContain(`text of ${first?.name[0]}`);
    for (const later of [second, third]) expect(zip).not.toContain(`text of ${later?.name[0]}`);
  },
);

test("one network has three archives at a time, and leaves places for others", async () => {
  const folder = await plant.folder("Slow");
  const [first] = await threeFiles(folder);
  const { path } = await share(folder.id);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  opening = (name) => (name.endsWith(objectOf(first)) ? held : Promise.resolve());
  const ask = async (client: string) =>
    served.get(`${path}/zip/${folder.id}`, { headers: { "x-test-client": client } });
  const mine = await Promise.all([1, 2, 3].map(() => ask("198.51.100.1")));
  expect(mine.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await ask("198.51.100.1")).status).toBe(429);
  const others = await ask("198.51.100.2");
  expect(others.status).toBe(200);
  goOn();
  await Promise.all([...mine, others].map((answer) => answer.arrayBuffer()));
  expect((await ask("198.51.100.1")).status).toBe(200);
});

test("a photo that was stored anew and is more than its node says is not taken into memory", async () => {
  const jpeg = await plainPicture("jpeg");
  const file = await plant.file("p.jpg", new Uint8Array(jpeg), "image/jpeg");
  const { path } = await share(file.id);
  expect((await served.get(`${path}/file/${file.id}`)).status).toBe(200);
  const more = intoJpeg(jpeg, jpegSegment(0xe5, "x".repeat(60_000)));
  const name = `users/${ann.uid}/files/${objectOf(file)}`;
  await site.serverBackend.putObject(name, more, { contentType: "image/jpeg" });
  expect((await served.get(`${path}/file/${file.id}`)).status).toBe(409);
});

test("the longest password opens, whatever its letters", async () => {
  const file = await plant.file("f.txt", "f", "text/plain");
  const password = "秘".repeat(200);
  const { path } = await share(file.id, { password });
  const body = new URLSearchParams({ password }).toString();
  const answer = await served.get(`${path}/open`, { method: "POST", body });
  expect(answer.headers.get("set-cookie")).toContain("foyer-share=");
});

test("a photo that an archive never comes to gives its room back when the archive ends", async () => {
  const jpeg = new Uint8Array(await plainPicture("jpeg"));
  const openObject: ServerBackend["openObject"] = async () => new Response(jpeg);
  const room = createRoom(jpeg.length * 2, 1);
  const life = new AbortController();
  const version = { object: "o", size: jpeg.length } as DriveVersion;
  const opened = await readCleaned({ openObject }, room, "eve")("ann", version, life.signal);
  expect(typeof opened).toBe("object");
  await expect(room.take(1, "ann")).rejects.toThrow(BackendError);
  life.abort();
  (await room.take(1, "ann"))();
});

test("who has a third of the room waits with more, and others do not wait for them", async () => {
  const room = createRoom(90, 60_000);
  const first = await room.take(20, "eve");
  let isIn = false;
  const second = room.take(20, "eve").then((done) => {
    isIn = true;
    return done;
  });
  const others = [await room.take(30, "ann"), await room.take(40, "bob")];
  const third = room.take(10, "cleo");
  for (const done of others) done();
  (await third)();
  expect(isIn).toBe(false);
  first();
  (await second)();
  // As large as all, alone.
  (await room.take(90, "eve"))();
});
