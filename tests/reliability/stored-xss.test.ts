import { readdir } from "node:fs/promises";
import { type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FoyerProcess, startFoyer } from "../support/foyer-process.ts";
import { signUp } from "./database-process.ts";
import { hostileFiles, hostileNames } from "./stored-xss-files.ts";

/** Shown as a page by no browser, whatever is in them. */
const INERT =
  /^(?:image\/(?:apng|avif|bmp|gif|jpeg|png|webp)|(?:audio|video)\/[\w-]+|text\/(?:plain|csv|markdown)(?:; ?charset=[\w-]+)?|application\/json)$/i;
/** Of the data folder and of the machine. */
const SECRETS = /SQLite format|PRIVATE KEY|root:.*:0:0|"keys"/s;

type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

let foyer: FoyerProcess;
let idToken: string;
let home: string;

beforeAll(async () => {
  foyer = await startFoyer();
  idToken = await signUp(foyer);
  const [, payload = ""] = idToken.split(".");
  const { sub } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { sub: string };
  home = `users/${sub}`;
});

afterAll(() => foyer[Symbol.asyncDispose]());

/** The path as it is: nothing is resolved or encoded on the way. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = foyer;
    const sent = { ...headers, host: `localhost:${port}` };
    const request = httpRequest({ host: "127.0.0.1", port, method, path, headers: sent });
    request.once("error", reject);
    request.once("response", (response) => {
      const { statusCode: status = 0, headers: received } = response;
      textOf(response).then((text) => resolve({ status, headers: received, text }), reject);
    });
    request.end(body);
  });
}

const signedIn = () => ({ authorization: `Firebase ${idToken}` });

function upload(name: string, content: string, metadata: object, more = {}): Promise<Answer> {
  const body = [
    "--cut",
    "Content-Type: application/json",
    "",
    JSON.stringify(metadata),
    "--cut",
    "Content-Type: application/octet-stream",
    "",
    content,
    "--cut--",
  ].join("\r\n");
  const headers = { "content-type": "multipart/related; boundary=cut", ...signedIn(), ...more };
  return ask("POST", `/v0/b/foyer/o?name=${encodeURIComponent(name)}`, headers, body);
}

const addressOf = (name: string) => `/v0/b/foyer/o/${encodeURIComponent(name)}`;

async function downloadTokenOf(name: string): Promise<string> {
  const answer = await ask("POST", `${addressOf(name)}?create_token=true`, signedIn());
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.text) as { downloadTokens: string }).downloadTokens;
}

async function ticketOf(name: string): Promise<string> {
  const headers = { authorization: `Bearer ${idToken}`, "content-type": "application/json" };
  const answer = await ask("POST", "/api/tickets", headers, JSON.stringify({ name }));
  expect([answer.status, answer.text]).toEqual([
    expect.any(Number),
    expect.stringContaining("/ticket/"),
  ]);
  return (JSON.parse(answer.text) as { url: string }).url;
}

function expectInert({ headers }: Answer, where: string): void {
  const disposition = headers["content-disposition"] ?? "";
  const isSaved = disposition.startsWith("attachment");
  const type = headers["content-type"] ?? "";
  expect(isSaved || INERT.test(type), `${where}: ${type} ${disposition}`).toBe(true);
  expect(headers["content-type"], where).not.toMatch(/javascript|css|wasm|xsl/i);
  expect(headers["x-content-type-options"], where).toBe("nosniff");
  expect(headers["content-security-policy"], where).toMatch(
    /(?:^|; ?)sandbox(?: allow-same-origin)?(?:;|$)/,
  );
  expect(headers["content-security-policy"], where).toContain("default-src 'none'");
  expect(headers["content-security-policy"], where).not.toContain("allow-scripts");
  expect(headers["cross-origin-resource-policy"], where).toBe("same-origin");
  expect(headers["referrer-policy"], where).toBe("no-referrer");
  expect(headers["x-injected"], where).toBe(undefined);
  expect(headers["set-cookie"], where).toBe(undefined);
  expect(disposition, where).toMatch(/^(?:inline|attachment); filename="[ -~]*"/);
}

test("R7: no stored file is given out in a way in which it could run, by download URL or by ticket", async () => {
  for (const { id, content, ...metadata } of hostileFiles) {
    const name = `${home}/xss/${id}`;
    const uploaded = await upload(name, content, metadata);
    expect([id, uploaded.status]).toEqual([id, 200]);
    const token = await downloadTokenOf(name);
    const media = `${addressOf(name)}?alt=media`;
    const ways = { url: `${media}&token=${token}`, ticket: await ticketOf(name) };
    for (const [way, path] of Object.entries(ways)) {
      for (const headers of [{}, { range: "bytes=0-10" }]) {
        const answer = await ask("GET", path, headers);
        expect(answer.status).toBe("range" in headers ? 206 : 200);
        expectInert(answer, `${id} by ${way}`);
      }
    }
    expectInert(await ask("GET", media, signedIn()), id);
    expect((await ask("GET", ways.ticket)).headers["cache-control"]).toContain("no-store");
    // Neither token nor ticket may be used by anybody else's page.
    expect((await ask("GET", media)).status).toBe(403);
  }
});

test("R7: no file of a drive is given out so that it could run, by ticket, by link, in a ZIP or as a small picture", async () => {
  const owner = home.split("/")[1] ?? "";
  for (const [at, { id, content, ...metadata }] of hostileFiles.entries()) {
    const object = driveIdOf("o", at);
    const file = driveIdOf("f", at);
    const uploaded = await upload(`${home}/files/${object}`, content, metadata);
    expect([id, uploaded.status]).toEqual([id, 200]);
    const act = { act: "add-file", id: file, parent: "", name: `${id}.html`, object, sha256: null };
    const { results } = await callDrive("acts", { owner, acts: [act] });
    expect([id, results]).toEqual([id, [{ node: expect.any(Object) }]]);
    const ticket = (await callDrive("tickets", { owner, id: file }))["url"] as string;
    const { link } = await callDrive("links", {
      id: file,
      expiresAt: null,
      password: null,
      limit: null,
      keepPlaces: true,
      showName: false,
    });
    const shared = `${(link as { path: string }).path}/file/${file}`;
    for (const headers of [{}, { range: "bytes=0-10" }]) {
      expectInert(await ask("GET", ticket, headers), `${id} by ticket`);
      const answer = await ask("GET", shared, headers);
      expect([200, 206], id).toContain(answer.status);
      expectInert(answer, `${id} by link`);
      expect(answer.headers["content-disposition"], id).toMatch(/^attachment;/);
      expect(answer.headers["content-security-policy"], id).toBe("sandbox; default-src 'none'");
    }
    const thumb = `/api/drive/thumb?owner=${owner}&id=${file}`;
    const small = await ask("GET", thumb, { authorization: `Bearer ${idToken}` });
    expect(small.text, id).not.toContain("<script");
    expect(small.headers["content-type"], id).toMatch(/^(?:application\/json|image\/webp)/);
  }
  const { url } = await callDrive("zip", { owner, ids: [driveIdOf("f", 0)] });
  expectInert(await ask("GET", url as string), "a ZIP");
}, 120_000);

const driveIdOf = (kind: string, at: number) => `${kind}${String(at).padStart(19, "0")}`;

async function callDrive(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${idToken}`, "content-type": "application/json" };
  const answer = await ask("POST", `/api/drive/${path}`, headers, JSON.stringify(body));
  expect([path, answer.status, answer.text]).toEqual([path, 200, expect.any(String)]);
  return JSON.parse(answer.text) as Record<string, unknown>;
}

test("R7: a name is refused or stays a name: in headers, in lists, on the disk", async () => {
  const before = await listing();
  const kept: string[] = [];
  for (const hostile of hostileNames) {
    const name = `${home}/names/${hostile}`;
    const uploaded = await upload(name, "hello", { contentType: "text/plain" });
    expect([200, 400], hostile).toContain(uploaded.status);
    if (uploaded.status !== 200) continue;
    kept.push(name);
    for (const path of [await ticketOf(name), `${addressOf(name)}?alt=media`]) {
      const answer = await ask("GET", path, signedIn());
      expect([answer.status, answer.text]).toEqual([200, "hello"]);
      expectInert(answer, hostile);
      expect(answer.headers["content-disposition"]).not.toMatch(
        /[\u202e\u2028]|%E2%80%AE|%0[0AD]/i,
      );
    }
  }
  expect(kept.length).toBeGreaterThan(5);
  const list = `/v0/b/foyer/o?prefix=${home}/names/&delimiter=/`;
  const { items } = JSON.parse((await ask("GET", list, signedIn())).text) as {
    items: { name: string }[];
  };
  const inFolder = kept.filter((name) => !name.slice(`${home}/names/`.length).includes("/"));
  expect(items.map(({ name }) => name).toSorted()).toEqual(inFolder.toSorted());
  expect(await listing()).toEqual(before);
});

test("R7: metadata cannot add a header or take one away", async () => {
  const injected = "x\r\nX-Injected: 1\r\n\r\n<script>alert(1)</script>";
  const fields = [
    "contentType",
    "cacheControl",
    "contentDisposition",
    "contentEncoding",
    "contentLanguage",
  ];
  for (const field of fields) {
    for (const value of [injected, "\u0000", "ü\u2028", "x".repeat(5000)]) {
      const name = `${home}/headers/${field}`;
      const uploaded = await upload(name, "hello", { contentType: "text/plain", [field]: value });
      expect([200, 400], field).toContain(uploaded.status);
      if (uploaded.status !== 200) continue;
      expectInert(await ask("GET", `${addressOf(name)}?alt=media`, signedIn()), field);
    }
  }
  const name = `${home}/headers/cached`;
  await upload(name, "hello", {
    contentType: "text/plain",
    cacheControl: "public, max-age=31536000",
  });
  const answer = await ask("GET", `${addressOf(name)}?alt=media`, signedIn());
  expect(answer.headers["cache-control"]).toContain("no-store");
});

test("R7: no address leads out of the folder of files", async () => {
  const before = await listing();
  const climbs = [
    "..",
    "../..",
    "../../foyer.sqlite",
    "..%2f..%2ffoyer.sqlite",
    "%2e%2e%2f%2e%2e%2ffoyer.sqlite",
    "..%5c..%5cfoyer.sqlite",
    "%252e%252e%252ffoyer.sqlite",
    "....//....//foyer.sqlite",
    "%00",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "incoming",
    "incoming%2f..%2f..%2ffoyer.sqlite",
    "../keys",
    "..%c0%af..%c0%affoyer.sqlite",
  ];
  const commands = ["query", "upload", "upload, finalize", "finalize", "cancel"];
  for (const climb of climbs) {
    const reads = [
      `/v0/b/foyer/o/${climb}?alt=media`,
      `/v0/b/foyer/o/${climb}`,
      `/v0/b/${climb}/o/x?alt=media`,
      `/v0/b/foyer/o?prefix=${climb}/&delimiter=/`,
      `/v0/b/foyer/o?prefix=&pageToken=${climb}`,
      `/v0/b/foyer/usage/${climb}`,
      `/img/-/160.webp/${climb}`,
      `/img/${climb}/160.webp/a`,
      `/img/-/${climb}/a`,
      `/img/${climb}`,
      `/ticket/${climb}`,
    ];
    for (const path of reads) {
      const answer = await ask("GET", path, signedIn());
      expect([path, answer.status]).toEqual([path, refused(answer.status)]);
      expect(answer.text).not.toMatch(SECRETS);
    }
    for (const command of commands) {
      const headers = {
        ...signedIn(),
        "x-goog-upload-command": command,
        "x-goog-upload-offset": "0",
      };
      const path = `/v0/b/foyer/o?name=${climb}&upload_id=${climb}`;
      const { status } = await ask("POST", path, headers, "hello");
      expect([path, status]).toEqual([path, refused(status)]);
    }
    const written = await upload(decoded(climb), "evil", { contentType: "text/plain" });
    expect([climb, [400, 403].includes(written.status)]).toEqual([climb, true]);
    const { status } = await ask("DELETE", `/v0/b/foyer/o/${climb}`, signedIn());
    expect([climb, status]).toEqual([climb, refused(status)]);
  }
  expect(await listing()).toEqual(before);
});

test("R7: pages of other sites change nothing, even with the credentials of who visits them", async () => {
  const name = `${home}/csrf`;
  await upload(name, "hello", { contentType: "text/plain" });
  for (const from of [
    { "sec-fetch-site": "cross-site" },
    { origin: "https://elsewhere.example", "sec-fetch-site": "same-site" },
    { origin: "null" },
  ]) {
    const headers = { ...signedIn(), ...from };
    expect((await upload(name, "evil", {}, from)).status).toBe(403);
    expect((await ask("DELETE", addressOf(name), headers)).status).toBe(403);
    expect((await ask("PATCH", addressOf(name), headers, "{}")).status).toBe(403);
    expect((await ask("POST", `${addressOf(name)}?create_token=true`, headers)).status).toBe(403);
    expect((await ask("POST", "/api/tickets", headers, JSON.stringify({ name }))).status).toBe(403);
  }
  const { text } = await ask("GET", `${addressOf(name)}?alt=media`, signedIn());
  expect(text).toBe("hello");
});

test("R7: neither tickets nor download tokens are in the log", async () => {
  const name = `${home}/secret`;
  await upload(name, "hello", { contentType: "text/plain" });
  const [token, ticket] = [await downloadTokenOf(name), await ticketOf(name)];
  for (const path of [ticket, `${addressOf(name)}?alt=media&token=${token}`]) {
    expect((await ask("GET", path)).text).toBe("hello");
  }
  const printed = foyer.logs();
  expect(printed).toContain("/v0/b/foyer/o/");
  expect(printed).not.toContain(token);
  expect(printed).not.toContain(ticket.slice("/ticket/".length, 40));
  expect(printed).not.toMatch(/\/ticket\/[^…]/);
});

/** The same where it is a refusal or leads elsewhere. */
function refused(status: number): number | string {
  return status >= 300 && status < 500 ? status : "a refusal";
}

function decoded(climb: string): string {
  try {
    return decodeURIComponent(climb);
  } catch {
    return climb;
  }
}

/** Of the data folder, what an upload has no business in. */
async function listing(): Promise<string[]> {
  const names = await readdir(foyer.dataDir);
  return names.filter((name) => !name.startsWith("foyer.sqlite")).toSorted();
}
