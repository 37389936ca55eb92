/**
 * Who may do what with files: every role at every folder of the site's own rules, through the SDK and by hand. What is
 * allowed must work, what is refused must leave all as it was.
 */
import {
  type FirebaseStorage,
  deleteObject,
  getBytes,
  getMetadata,
  list,
  ref,
  updateMetadata,
  uploadBytes,
  uploadString,
} from "firebase/storage";
import { afterAll, expect, test } from "vitest";
import { type SdkClient, createSdkClient, signUp } from "../support/sdk-client.ts";
import { serveSite } from "../support/served-site.ts";

/** `member`, `viewer` and `owner` belong to a board, `member` to a room too. */
const roles = ["visitor", "user", "other", "editor", "admin", "member", "viewer", "owner"] as const;
type Role = (typeof roles)[number];
type Caller = { role: Role; files: FirebaseStorage; headers: Record<string, string> };

const site = await serveSite();
const { serverBackend } = site;
const stack = new AsyncDisposableStack();
afterAll(async () => {
  await stack.disposeAsync();
  await site[Symbol.asyncDispose]();
});

const uids = {} as Record<Role, string>;

async function signIn(role: Role): Promise<Caller> {
  const client: SdkClient = stack.use(createSdkClient(site.origin));
  if (role === "visitor") return { role, files: client.files, headers: {} };
  const { uid, files, idToken } = await signUp(client);
  uids[role] = uid;
  if (role === "editor" || role === "admin") await serverBackend.setClaims(uid, { [role]: true });
  return { role, files, headers: { authorization: `Firebase ${await idToken(true)}` } };
}

const callers = await Promise.all(roles.map(signIn));
await serverBackend.commit([
  ...(["member", "viewer", "owner"] as const).map((role) => ({
    set: `memberships/boards_plan_${uids[role]}`,
    data: { uid: uids[role], role },
  })),
  { set: `memberships/chat_lobby_${uids.member}`, data: { uid: uids.member } },
  // Is a member of another kind, and one whose id can be cut in two ways.
  { set: `memberships/chat_plan_${uids.other}`, data: { uid: uids.other } },
  { set: `memberships/boards_lobby_${uids.other}`, data: { uid: uids.other } },
  { set: `memberships/chat_a_b_${uids.other}`, data: { uid: `b_${uids.other}` } },
]);

const editors: Role[] = ["editor", "admin"];
const nobody: Role[] = [];

type Rights = {
  get: readonly Role[];
  list: readonly Role[];
  write: readonly Role[];
  /** To replace, to change the metadata and to delete, where it is not for all who `write`. */
  change?: readonly Role[];
};
const only = (who: Role[]): Rights => ({ get: who, list: who, write: who });

/** `{role}` is its uid. `write` is to upload, to replace, to change the metadata and to delete. `uploader`: whose file gets tokens. */
const folders: Record<string, Rights & { uploader?: Role; makesTokens?: Role[] }> = {
  "public/": {
    get: roles,
    list: editors,
    write: editors,
    uploader: "editor",
    makesTokens: editors,
  },
  "drafts/deep/er/": { ...only(editors), uploader: "admin" },
  "drafts/foodPosts/soup/": only(editors),
  "drafts/site/profile/": only(["admin"]),
  "users/{user}/": { ...only(["user"]), uploader: "user" },
  "users/{user}/a folder/": only(["user"]),
  "users/{editor}/": { ...only(["editor"]), uploader: "editor" },
  "chat/lobby/": { ...only(nobody), get: ["member"] },
  "chat/lobby/{other}/": { ...only(nobody), get: ["member"] },
  "chat/lobby/{member}/": {
    ...only(["member"]),
    // Messages name them.
    list: nobody,
    // It goes with its message, by the server.
    change: nobody,
    uploader: "member",
    makesTokens: [],
  },
  "chat/a_b/": only(nobody),
  "boards/plan/": {
    get: ["member", "viewer", "owner"],
    list: ["member", "viewer", "owner"],
    write: ["member", "owner"],
    // What becomes of a file is for the board to say, and in its log.
    change: nobody,
    uploader: "owner",
    makesTokens: [],
  },
  "boards/other/": only(nobody),
  "": only(nobody),
  "users/": only(nobody),
  "Public/": only(nobody),
  "elsewhere/users/{user}/": only(nobody),
};

const named = (folder: string) =>
  folder.replace(/\{(\w+)\}/, (_, role: string) => uids[role as Role]);
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (buffer: ArrayBuffer) => new TextDecoder().decode(buffer);

const put = (name: string) =>
  serverBackend.putObject(name, bytes("it is here"), { contentType: "text/plain" });

/** Asks by hand. The status; the body must say why where it is none of success. */
async function ask({ headers }: Caller, address: string, init: RequestInit = {}): Promise<number> {
  const all = { ...headers, ...(init.headers as Record<string, string> | undefined) };
  const answer = await fetch(`${site.origin}/v0/b/foyer/o${address}`, { ...init, headers: all });
  const body = await answer.text();
  if (!answer.ok && init.method !== "HEAD") {
    const { error } = JSON.parse(body) as { error: { code: number; message: string } };
    const isSaid = error.code === answer.status && /\w\.$/.test(error.message);
    if (!isSaid) throw new Error(`${address} says ${answer.status} ${body}`);
  }
  return answer.status;
}

/** What the SDK says; `allowed` for success. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "allowed",
    (error: { code: string }) => error.code,
  );

const path = (name: string, query = "") => `/${encodeURIComponent(name)}${query}`;
const raw = { method: "POST", headers: { "content-type": "text/plain" }, body: "by hand" };
const command = (upload: string) => ({
  method: "POST",
  headers: { "x-goog-upload-command": upload },
});

/** Every way to read the object that is there and one that is not. */
async function tryToRead(caller: Caller, name: string, may: boolean): Promise<void> {
  const file = ref(caller.files, name);
  const missing = `${name}-missing`;
  const seen = {
    bytes: await getBytes(file).then(text, (error: { code: string }) => error.code),
    metadata: await getMetadata(file).then(
      ({ size }) => size,
      (error: { code: string }) => error.code,
    ),
    missing: await outcome(getMetadata(ref(caller.files, missing))),
    byHand: [
      await ask(caller, path(name)),
      await ask(caller, path(name, "?alt=media")),
      await ask(caller, path(name, "?alt=media"), { method: "HEAD" }),
      await ask(caller, path(name, "?alt=media"), { headers: { range: "bytes=0-1" } }),
      await ask(caller, path(name, "?alt=media&token=00000000-0000-4000-8000-000000000000")),
      await ask(caller, path(missing, "?alt=media")),
    ],
  };
  const no = "storage/unauthorized";
  expect(seen).toEqual(
    may
      ? {
          bytes: "it is here",
          metadata: 10,
          missing: "storage/object-not-found",
          byHand: [200, 200, 200, 206, 200, 404],
        }
      : { bytes: no, metadata: no, missing: no, byHand: [403, 403, 403, 403, 403, 403] },
  );
}

async function tryToList(caller: Caller, folder: string, may: boolean): Promise<void> {
  const prefix = encodeURIComponent(folder);
  expect([
    await outcome(list(ref(caller.files, folder))),
    await outcome(list(ref(caller.files, folder), { maxResults: 1 })),
    await ask(caller, `?prefix=${prefix}&delimiter=/`),
  ]).toEqual(may ? ["allowed", "allowed", 200] : [no, no, 403]);
  // Of a whole tree, the rules were not asked.
  expect(await ask(caller, `?prefix=${prefix}`)).toBe(may ? 400 : 403);
}

const no = "storage/unauthorized";

/** Every way to make, change and remove an object. */
async function tryToWrite(
  caller: Caller,
  name: string,
  { mayMake, mayChange }: { mayMake: boolean; mayChange: boolean },
): Promise<void> {
  const fresh = (way: string) => `${name}-${caller.role}-${way}`;
  const at = (there: string) => ref(caller.files, there);
  const begin = (there: string) =>
    ask(caller, `?name=${encodeURIComponent(there)}`, {
      method: "POST",
      headers: {
        "x-goog-upload-protocol": "resumable",
        "x-goog-upload-command": "start",
        "x-goog-upload-header-content-length": "1",
      },
    });
  const gone = async () => {
    if (mayChange) await put(name);
  };
  const seen = [
    await outcome(uploadBytes(at(fresh("sdk")), bytes("new"))),
    await ask(caller, path(fresh("hand")), raw),
    await begin(fresh("begun")),
    await outcome(uploadString(at(name), "replaced")),
    await ask(caller, path(name), raw),
    await begin(name),
    await outcome(updateMetadata(at(name), { customMetadata: { by: caller.role } })),
    await ask(caller, path(name), { method: "PATCH", body: '{"contentType":"text/html"}' }),
    await ask(caller, path(`${name}-missing`), { method: "PATCH", body: "{}" }),
    await outcome(deleteObject(at(name))),
    await gone(),
    await ask(caller, path(name), { method: "DELETE" }),
    await ask(caller, path(`${name}-missing`), { method: "DELETE" }),
  ];
  const yes = "allowed";
  expect(seen).toEqual([
    ...(mayMake ? [yes, 200, 200] : [no, 403, 403]),
    ...(mayChange
      ? [yes, 200, 200, yes, 200, 403, yes, undefined, 204, 404]
      : [no, 403, 403, no, 403, 403, no, undefined, 403, 403]),
  ]);
  if (mayChange) await put(name);
}

test.each(Object.entries(folders))(
  "%s: each role may what the rules say",
  async (pattern, rights) => {
    const folder = named(pattern);
    const name = `${folder}there`;
    await put(name);
    const everything = async () => [
      await serverBackend.getObject(name),
      (await serverBackend.listObjects("", { size: 1000 })).names,
    ];
    const before = await everything();
    const mayWrite = ({ role }: Caller) => rights.write.includes(role);
    await Promise.all(
      callers.map(async (caller) => {
        await tryToRead(caller, name, rights.get.includes(caller.role));
        await tryToList(caller, folder, rights.list.includes(caller.role));
        const none = { mayMake: false, mayChange: false };
        if (!mayWrite(caller)) await tryToWrite(caller, name, none);
      }),
    );
    expect(await everything()).toEqual(before);
    // One after the other: they write at one place.
    for (const caller of callers.filter(mayWrite)) {
      const mayChange = (rights.change ?? rights.write).includes(caller.role);
      await tryToWrite(caller, name, { mayMake: true, mayChange });
      expect(await everything()).not.toEqual(before);
    }
  },
);

const withTokens = Object.entries(folders).filter(([, { uploader }]) => uploader !== undefined);

test.each(withTokens)("%s: who may open a file to the world", async (folder, rights) => {
  const { uploader, makesTokens = [uploader] } = rights;
  const name = `${named(folder)}shared by ${uploader}`;
  const owner = callers.find(({ role }) => role === uploader)!;
  await uploadString(ref(owner.files, name), "shared");
  const tokens = async () => (await serverBackend.getObject(name))?.downloadTokens ?? [];
  for (const caller of callers) {
    const may = makesTokens.includes(caller.role);
    await serverBackend.deleteDownloadTokens(name);
    const make = path(name, "?create_token=true");
    await site.backend.adminFetch(
      new Request(`${site.origin}/v0/b/foyer/o${make}`, { method: "POST" }),
    );
    const [token = ""] = await tokens();
    expect(await ask(caller, path(name, `?alt=media&token=${token}`))).toBe(200);
    expect(await ask(caller, make, { method: "POST" }), caller.role).toBe(may ? 200 : 403);
    expect(await tokens()).toHaveLength(may ? 2 : 1);
    const take = path(name, `?delete_token=${token}`);
    expect(await ask(caller, take, { method: "POST" }), caller.role).toBe(may ? 200 : 403);
    expect((await tokens()).includes(token)).toBe(!may);
  }
});

test("an upload under way is its beginner's, whatever else somebody may", async () => {
  const member = callers.find(({ role }) => role === "member")!;
  const start = await fetch(`${site.origin}/v0/b/foyer/o?name=boards%2Fplan%2Fbegun`, {
    method: "POST",
    headers: {
      ...member.headers,
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": "0",
    },
  });
  const { search } = new URL(start.headers.get("x-goog-upload-url") ?? "");
  for (const caller of callers.filter(({ role }) => role !== "member")) {
    for (const what of ["query", "cancel", "finalize"]) {
      expect(await ask(caller, search, command(what)), `${caller.role} ${what}`).toBe(403);
    }
  }
  expect(await ask(member, search, command("finalize"))).toBe(200);
});
