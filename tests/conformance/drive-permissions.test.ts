/**
 * Who reads and changes a drive, by every way there is: documents and Storage by their REST, download tokens, and our own
 * `/api` and tickets. `shared` is a folder with `inside` in it; beside it lies `secret`. docs/files.md
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import { objectNameOf, thumbNameOf } from "#lib/drive/node.ts";
import { openEndpoints } from "../../server/api-endpoints.ts";
import { readSettings } from "../../server/config/settings.ts";
import { folderMembershipPath } from "../../server/drive/access.ts";
import { newDriveId } from "../../server/drive/new-id.ts";
import { openEmbeddedParts } from "../../server/embedded-parts.ts";
import { createApi } from "../../server/http/api-router.ts";
import { splitTarget } from "../../server/http/request-facts.ts";
import { createLog } from "../../server/log.ts";

const callers = [
  "owner",
  "member",
  "viewer",
  "removed",
  "stranger",
  "editor",
  "admin",
  "visitor",
] as const;
type Caller = (typeof callers)[number];
const readers: readonly Caller[] = ["owner", "member", "viewer"];
const writers: readonly Caller[] = ["owner", "member"];

const dataDir = await mkdtemp(join(tmpdir(), "foyer-test-"));
const opened = new AsyncDisposableStack();
const parts = await openEmbeddedParts({
  settings: readSettings({ FOYER_DATA: dataDir }),
  development: false,
  log: createLog("silent"),
  makeAvatar: () => Promise.reject(new Error("Nobody sends a picture here.")),
  shrink: () => Promise.resolve(Buffer.from("small") as Uint8Array<ArrayBuffer>),
  cleanPicture: () => Promise.reject(new Error("Nobody sends a picture here.")),
  outgoing: () => Promise.reject(new Error("Nobody asks another site here.")),
  opened,
});
const log = createLog("silent");
const { serverBackend: backend } = parts;
const endpoints = { backend, countriesDb: undefined, parts, log, now: Date.now, opened };
const api = createApi(await openEndpoints(endpoints));
let requests = 0;
const http = createServer((request, response) => {
  const { path, query } = splitTarget(request.url ?? "/");
  // Each request is from another network: limits are no matter here.
  const client = () => `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`;
  requests += 1;
  const exchange = { request, response, id: "test", path, query, client };
  const handle = path.startsWith("/api/")
    ? api
    : path.startsWith("/ticket/")
      ? parts.tickets
      : parts.handler;
  Promise.resolve(handle(exchange)).catch((error: unknown) => response.destroy(error as Error));
});
await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
await parts.start(origin);
afterAll(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
  await opened.disposeAsync();
  await rm(dataDir, { recursive: true });
});

type Person = { uid: string; token: string | undefined };

async function come(caller: Caller): Promise<Person> {
  if (caller === "visitor") return { uid: "", token: undefined };
  const email = `${caller}@example.com`;
  const password = "correct horse battery";
  const { uid } = await backend.createAccount({ email, password, emailVerified: true });
  const roles = { admin: caller === "admin", editor: caller === "editor", user: true };
  await backend.putValue(`users/${uid}`, {
    name: caller,
    email,
    roles,
    user_id: uid,
    date_created: new Date(0).toISOString(),
    last_logged_in: new Date(0).toISOString(),
    userAITokens: 10,
  });
  await backend.setClaims(uid, { admin: roles.admin, editor: roles.editor });
  const url = `${origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`;
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  return { uid, token: ((await answer.json()) as { idToken: string }).idToken };
}

const people = new Map<Caller, Person>();
// oxlint-disable-next-line no-await-in-loop -- hashing passwords side by side is not faster
for (const caller of callers) people.set(caller, await come(caller));
const personOf = (caller: Caller): Person => people.get(caller)!;
const { uid: owner } = personOf("owner");

function ask(caller: Caller, path: string, init: RequestInit & { json?: unknown } = {}) {
  const { token } = personOf(caller);
  const { json, ...more } = init;
  return fetch(`${origin}${path}`, {
    ...more,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { "content-type": "application/json" }),
    },
    ...(json !== undefined && { method: init.method ?? "POST", body: JSON.stringify(json) }),
  });
}

async function act(caller: Caller, one: DriveAct, of = owner): Promise<string> {
  const response = await ask(caller, "/api/drive/acts", { json: { owner: of, acts: [one] } });
  if (response.status !== 200) return String(response.status);
  const { results } = (await response.json()) as { results: DriveActResult[] };
  const [result] = results;
  return result && "error" in result ? result.error : "ok";
}

async function addFile(name: string, parent: string) {
  const [id, object] = [newDriveId(), newDriveId()];
  await backend.putObject(objectNameOf(owner, object), Buffer.from(name), {
    contentType: "image/png",
  });
  await backend.putObject(thumbNameOf(owner, object), Buffer.from("t"), {
    contentType: "image/webp",
  });
  expect(await act("owner", { act: "add-file", id, parent, name, object, sha256: null })).toBe(
    "ok",
  );
  return { id, object };
}

const shared = newDriveId();
const folder = { act: "make-folder", id: shared, parent: "", name: "Shared" } as const;
await act("owner", folder);
const inside = await addFile("inside", shared);
const secret = await addFile("secret", "");
for (const [caller, role] of [
  ["member", "member"],
  ["viewer", "viewer"],
] as const) {
  const { uid } = personOf(caller);
  const data = { kind: "folders", id: shared, uid, owner, role, name: caller, since: 1 };
  await backend.commit([{ set: folderMembershipPath(shared, uid), data }]);
}

const documents = "/v1/projects/foyer/databases/(default)/documents";
const bucket = "/v0/b/foyer/o";
const place = (name: string) => `${bucket}/${encodeURIComponent(name)}`;

/** Whether it was answered with what was asked for. */
const isOk = async (asked: Promise<Response>): Promise<boolean> => {
  const response = await asked;
  const text = await response.text();
  expect([200, 204, 401, 403, 404], `${response.status} ${text}`).toContain(response.status);
  return response.ok;
};

test.each(callers)("%s and the documents: the owner reads, and nobody writes", async (caller) => {
  const own = caller === "owner";
  const path = `${documents}/users/${owner}/files`;
  const structuredQuery = {
    from: [{ collectionId: "files" }],
    where: {
      fieldFilter: {
        field: { fieldPath: "changedAt" },
        op: "GREATER_THAN",
        value: { stringValue: "2020" },
      },
    },
  };
  const name = `projects/foyer/databases/(default)/documents/users/${owner}/files/${inside.id}`;
  const fields = { name: { stringValue: "mine" } };
  const query = { structuredQuery };
  const all = { structuredQuery: { from: [{ collectionId: "files", allDescendants: true }] } };
  const commit = { writes: [{ update: { name, fields }, updateMask: { fieldPaths: ["name"] } }] };
  const removal = { writes: [{ delete: name }] };
  const allowed = await Promise.all([
    isOk(ask(caller, `${path}/${inside.id}`)),
    isOk(ask(caller, path)),
    isOk(ask(caller, `${documents}/users/${owner}:runQuery`, { json: query })),
    isOk(ask(caller, `${documents}:runQuery`, { json: all })),
    isOk(ask(caller, `${documents}:commit`, { json: commit })),
    isOk(ask(caller, `${documents}:commit`, { json: removal })),
    isOk(ask(caller, `${path}/${inside.id}`, { json: { fields }, method: "PATCH" })),
    isOk(ask(caller, `${path}?documentId=${newDriveId()}`, { json: { fields } })),
    isOk(ask(caller, `${path}/${inside.id}`, { method: "DELETE" })),
    isOk(ask(caller, `${documents}/drives/${owner}`)),
    isOk(ask(caller, `/drivePings/${owner}.json?ns=foyer&auth=${personOf(caller).token ?? ""}`)),
  ]);
  expect(allowed).toEqual([own, own, own, ...Array(7).fill(false), own]);
  expect(await backend.getDocument(`users/${owner}/files/${inside.id}`)).toMatchObject({
    data: { name: "inside" },
  });
});

test.each(callers)(
  "%s and Storage: the owner alone, and small pictures nobody writes",
  async (caller) => {
    const own = caller === "owner";
    const file = objectNameOf(owner, inside.object);
    const thumb = thumbNameOf(owner, inside.object);
    const put = (name: string) => {
      const init = { method: "POST", body: "x", headers: {} };
      return ask(caller, `${bucket}?name=${encodeURIComponent(name)}&uploadType=media`, init);
    };
    const allowed = await Promise.all([
      isOk(ask(caller, place(file))),
      isOk(ask(caller, `${place(file)}?alt=media`)),
      isOk(ask(caller, `${place(file)}?alt=media&token=${newDriveId()}`)),
      isOk(ask(caller, `${bucket}?prefix=users%2F${owner}%2Ffiles%2F&delimiter=%2F`)),
      isOk(ask(caller, place(thumb))),
      isOk(ask(caller, `${place(thumb)}?alt=media`)),
      isOk(put(thumb)),
      isOk(put(thumbNameOf(owner, newDriveId()))),
      isOk(ask(caller, place(thumb), { method: "DELETE" })),
      isOk(ask(caller, place(thumb), { json: { contentType: "text/html" }, method: "PATCH" })),
      // The server's own way to copy.
      isOk(
        ask(caller, `${place(`${file}x`)}?copyOf=${encodeURIComponent(file)}&owner=a`, {
          json: {},
        }),
      ),
    ]);
    expect(allowed).toEqual([own, own, own, own, own, own, ...Array(5).fill(false)]);
    if (own) return;
    expect(await isOk(put(file))).toBe(false);
    expect(await isOk(ask(caller, place(file), { method: "DELETE" }))).toBe(false);
    expect(await isOk(ask(caller, `${place(file)}?create_token=true`, { method: "POST" }))).toBe(
      false,
    );
  },
);

test("a download token of the owner's own making ends with no right of others", async () => {
  const file = objectNameOf(owner, newDriveId());
  const upload = `${bucket}?name=${encodeURIComponent(file)}&uploadType=media`;
  expect(await isOk(ask("owner", upload, { method: "POST", body: "x" }))).toBe(true);
  const made = await ask("owner", `${place(file)}?create_token=true`, { method: "POST" });
  const { downloadTokens } = (await made.json()) as { downloadTokens: string };
  // That is what a token is for; it is the owner's alone to make, and to take back.
  expect(await isOk(ask("visitor", `${place(file)}?alt=media&token=${downloadTokens}`))).toBe(true);
  const wrong = `${place(objectNameOf(owner, inside.object))}?alt=media&token=${downloadTokens}`;
  expect(await isOk(ask("stranger", wrong))).toBe(false);
  await backend.deleteDownloadTokens(file);
  expect(await isOk(ask("visitor", `${place(file)}?alt=media&token=${downloadTokens}`))).toBe(
    false,
  );
});

test.each(callers)("%s and /api: what is seen", async (caller) => {
  const may = readers.includes(caller);
  const seen = async (id: string, object: string) => {
    const ticket = await ask(caller, "/api/drive/tickets", { json: { owner, id } });
    const { url } = ticket.ok ? ((await ticket.json()) as { url: string }) : { url: undefined };
    const thumb = `/api/drive/thumb?owner=${owner}&id=${id}&object=${object}`;
    return [
      url !== undefined && (await isOk(fetch(new URL(url, origin)))),
      await isOk(ask(caller, "/api/drive/tickets", { json: { owner, id, object } })),
      await isOk(ask(caller, thumb)),
      await isOk(ask(caller, "/api/drive/zip", { json: { owner, ids: [id] } })),
    ];
  };
  expect(await seen(inside.id, inside.object)).toEqual(Array(4).fill(may));
  expect(await seen(secret.id, secret.object)).toEqual(Array(4).fill(caller === "owner"));
  // By the node one may see, an object one may not.
  const crossed = { owner, id: inside.id, object: secret.object };
  expect(await isOk(ask(caller, "/api/drive/tickets", { json: crossed }))).toBe(false);
  const mixed = { owner, ids: [inside.id, secret.id] };
  expect(await isOk(ask(caller, "/api/drive/zip", { json: mixed }))).toBe(caller === "owner");
  const list = (id: string) => isOk(ask(caller, `/api/drive/folder?owner=${owner}&id=${id}`));
  expect([await list(shared), await list(secret.id)]).toEqual([may, false]);
  const find = (id: string) =>
    isOk(ask(caller, `/api/drive/find?owner=${owner}&id=${id}&words=inside`));
  expect([await find(shared), await find(secret.id)]).toEqual([may, false]);
  expect(await isOk(ask(caller, `/api/drive/people?owner=${owner}&id=${shared}`))).toBe(may);
});

test.each(callers)("%s and /api: what is done", async (caller) => {
  const own = caller === "owner";
  const refused = caller === "visitor" ? "401" : caller === "viewer" ? "not-allowed" : "not-found";
  const nowhere = refused === "not-found" ? "no-folder" : refused;
  const done = (ok: boolean, otherwise: string) => (ok ? "ok" : otherwise);
  const may = writers.includes(caller);
  const id = newDriveId();
  const name = `by ${caller}`;
  const make = { act: "make-folder", id, parent: shared, name } as const;
  expect(await act(caller, make)).toBe(done(may, nowhere));
  const root: DriveAct = { ...make, id: newDriveId(), parent: "" };
  expect(await act(caller, root)).toBe(done(own, caller === "visitor" ? "401" : "no-folder"));
  expect(await act(caller, { act: "rename", id: inside.id, name: "inside" })).toBe(
    done(may, refused),
  );
  const copy: DriveAct = {
    act: "copy-file",
    from: inside.id,
    id: newDriveId(),
    object: newDriveId(),
    parent: shared,
    name: `copy by ${caller}`,
  };
  expect(await act(caller, copy)).toBe(done(may, nowhere === "no-folder" ? "not-found" : nowhere));
  const hidden = caller === "visitor" ? "401" : "not-found";
  for (const one of [
    { act: "rename", id: secret.id, name: "secret" },
    { act: "move", id: secret.id, parent: "" },
    { act: "star", id: secret.id, starred: true },
    {
      ...copy,
      id: newDriveId(),
      object: newDriveId(),
      name: `theft by ${caller}`,
      from: secret.id,
    },
  ] satisfies DriveAct[]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    expect(await act(caller, one), one.act).toBe(done(own, hidden));
  }
  // Nobody's but the owner's: the shared folder itself, its links, its people.
  const itself = caller === "member" ? "not-allowed" : refused;
  expect(await act(caller, { act: "rename", id: shared, name: "Shared" })).toBe(done(own, itself));
  const link = {
    id: shared,
    expiresAt: null,
    password: null,
    limit: null,
    keepPlaces: false,
    showName: false,
  };
  expect(await isOk(ask(caller, "/api/drive/links", { json: link }))).toBe(own);
  const role = { id: shared, uid: personOf("viewer").uid, role: "viewer" };
  const people_ = await ask(caller, "/api/drive/people/role", { json: role });
  expect(people_.ok, await people_.text()).toBe(own);
});

test.each([".", "..", "__proto__", "a/b", "", "\ud800", "x".repeat(129)])(
  "an owner that no account can be is refused, and nothing stumbles over it: %j",
  async (of) => {
    const id = newDriveId();
    const acts = [{ act: "trash", id }];
    const query = new URLSearchParams({ owner: of, id }).toString();
    const answers = await Promise.all([
      ask("owner", "/api/drive/acts", { json: { owner: of, acts } }),
      ask("owner", "/api/drive/tickets", { json: { owner: of, id } }),
      ask("owner", "/api/drive/zip", { json: { owner: of, ids: [id] } }),
      ask("owner", "/api/drive/people/leave", { json: { owner: of, id } }),
      ask("owner", `/api/drive/thumb?${query}`),
      ask("owner", `/api/drive/folder?${query}`),
      ask("owner", `/api/drive/find?${query}&words=a`),
      ask("owner", `/api/drive/people?${query}`),
    ]);
    for (const answer of answers) expect([400, 404]).toContain(answer.status);
  },
);

test("a name that is no text is refused", async () => {
  const make = { act: "make-folder", id: newDriveId(), parent: "", name: "a\ud800" } as const;
  expect(await act("owner", make)).toBe("bad-name");
});

test("a member who is put out is refused at once, with the addresses they had", async () => {
  const { uid } = personOf("viewer");
  const ticket = await ask("viewer", "/api/drive/tickets", { json: { owner, id: inside.id } });
  const { url } = (await ticket.json()) as { url: string };
  const zip = await ask("viewer", "/api/drive/zip", { json: { owner, ids: [inside.id] } });
  const archive = ((await zip.json()) as { url: string }).url;
  const removal = { id: shared, uid };
  expect((await ask("owner", "/api/drive/people/remove", { json: removal })).ok).toBe(true);
  expect(await isOk(fetch(new URL(url, origin)))).toBe(false);
  expect(await isOk(fetch(new URL(archive, origin)))).toBe(false);
  expect(await isOk(ask("viewer", `/api/drive/folder?owner=${owner}&id=${shared}`))).toBe(false);
});
