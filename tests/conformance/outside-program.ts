/**
 * A program of somebody else's, as its own process: it imports nothing of the product, and all it has is the key file of
 * a service account. Of each line of its input, `[verb, …]` as JSON, it prints what it saw: `["manage", KEYFILE]` does a
 * day's work, `["token", KEYFILE]` is what the token endpoint answers, `["probe", ORIGIN, CREDENTIAL?]` the statuses of
 * each service.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { SignJWT, importPKCS8 } from "jose";

type Key = {
  project_id: string;
  private_key_id: string;
  private_key: string;
  client_email: string;
  token_uri: string;
};
// Answers have many shapes; a reader says what it expects of them.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;
type Answer = { status: number; body: Json };

const project = "foyer";

async function carryOut([verb, ...args]: string[]): Promise<unknown> {
  if (verb === "probe") return probe(args[0] ?? "", args[1]);
  const key = JSON.parse(readFileSync(args[0] ?? "", "utf8")) as Key;
  const granted = await exchange(key);
  if (verb === "token") return granted;
  return manage(new URL(key.token_uri).origin, granted.body.access_token as string);
}

async function exchange(key: Key): Promise<Answer> {
  const assertion = await new SignJWT({ scope: "https://www.googleapis.com/auth/firebase" })
    .setProtectedHeader({ alg: "RS256", kid: key.private_key_id, typ: "JWT" })
    .setIssuer(key.client_email)
    .setAudience(key.token_uri)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(await importPKCS8(key.private_key, "RS256"));
  const grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  const body = new URLSearchParams({ grant_type: grant, assertion });
  return read(await fetch(key.token_uri, { method: "POST", headers: once, body }));
}

// The server is another one when it has been started again: no connection outlives its request.
const once = { connection: "close" };

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

function createAsk(origin: string, credential: string | undefined): Ask {
  const headers: Record<string, string> = { ...once };
  if (credential !== undefined) headers["authorization"] = `Bearer ${credential}`;
  return async (method, path, body) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    return read(await fetch(origin + path, { method, headers, ...init }));
  };
}

const toolkit = "/identitytoolkit.googleapis.com/v1";
const users = `${toolkit}/projects/${project}/accounts`;
const documents = `/v1/projects/${project}/databases/(default)/documents`;
const file = `/v0/b/${project}/o/drafts%2Fnote.txt`;

async function manage(origin: string, token: string): Promise<object> {
  const ask = createAsk(origin, token);
  return {
    users: await manageUsers(ask, createAsk(origin, undefined)),
    values: await manageValues(ask),
    documents: await manageDocuments(ask),
    files: await manageFiles(origin, token, ask),
  };
}

async function manageUsers(ask: Ask, asVisitor: Ask): Promise<object> {
  const email = "ada@example.com";
  const password = "a long password";
  const made = await ask("POST", users, { email, password, displayName: "Ada" });
  const localId = made.body.localId as string;
  const signIn = () =>
    asVisitor("POST", `${toolkit}/accounts:signInWithPassword?key=any`, { email, password });
  const look = async () => (await ask("POST", `${users}:lookup`, { email: [email] })).body.users;
  const update = (changes: object) => ask("POST", `${users}:update`, { localId, ...changes });

  const [found] = await look();
  const queried = await ask("POST", `${users}:query`, { expression: [{ email }] });
  const listed = await ask("GET", `${users}:batchGet?maxResults=1000`);
  await update({ customAttributes: JSON.stringify({ editor: true }) });
  const [withClaims] = await look();
  const signedIn = await signIn();
  const link = await ask("POST", `${users}:sendOobCode`, {
    requestType: "PASSWORD_RESET",
    email,
    returnOobLink: true,
  });
  await update({ disableUser: true });
  const whenDisabled = await signIn();
  await update({ disableUser: false });
  const whenEnabled = await signIn();
  const deleted = await ask("POST", `${users}:delete`, { localId });
  return {
    name: found.displayName,
    queried: queried.body.userInfo.map((user: Json) => user.localId === localId),
    listed: listed.body.users.some((user: Json) => user.localId === localId),
    claims: withClaims.customAttributes,
    tokenClaim: claimsOf(signedIn.body.idToken)["editor"],
    link: link.body.oobLink,
    whenDisabled: whenDisabled.body.error.message,
    whenEnabled: whenEnabled.status,
    deleted: deleted.status,
    after: (await look()) ?? null,
  };
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

async function manageValues(ask: Ask): Promise<object> {
  const path = `/server/outside.json?ns=${project}`;
  await ask("PUT", path, { a: 1 });
  await ask("PATCH", path, { b: 2 });
  const read = await ask("GET", path);
  const deleted = await ask("DELETE", path);
  return { read: read.body, deleted: deleted.status, after: (await ask("GET", path)).body };
}

async function manageDocuments(ask: Ask): Promise<object> {
  const path = `${documents}/inbox/outside`;
  await ask("PATCH", path, { fields: { text: { stringValue: "from outside" } } });
  const read = await ask("GET", path);
  const deleted = await ask("DELETE", path);
  return {
    read: read.body.fields,
    deleted: deleted.status,
    after: (await ask("GET", path)).status,
  };
}

async function manageFiles(origin: string, token: string, ask: Ask): Promise<object> {
  const type = { contentType: "text/plain" };
  const parts = [
    `--cut\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(type)}\r\n`,
    "--cut\r\ncontent-type: text/plain\r\n\r\nfrom outside\r\n--cut--",
  ];
  const uploaded = await fetch(`${origin}/v0/b/${project}/o?name=drafts%2Fnote.txt`, {
    method: "POST",
    headers: {
      ...once,
      authorization: `Bearer ${token}`,
      "x-goog-upload-protocol": "multipart",
      "content-type": "multipart/related; boundary=cut",
    },
    body: parts.join(""),
  });
  const read = await ask("GET", `${file}?alt=media`);
  const deleted = await ask("DELETE", file);
  return {
    uploaded: uploaded.status,
    read: read.body,
    deleted: deleted.status,
    after: (await ask("GET", file)).status,
  };
}

/** What the program may do in each service with this credential: the statuses. */
async function probe(origin: string, credential: string | undefined): Promise<object> {
  const ask = createAsk(origin, credential);
  const status = async (...asked: Parameters<Ask>) => (await ask(...asked)).status;
  return {
    listUsers: await status("GET", `${users}:batchGet`),
    createUser: await status("POST", users, { localId: "by-probe" }),
    readConfig: await status("GET", users.replace("v1", "v2").replace("accounts", "config")),
    readValue: await status("GET", `/server/outside.json?ns=${project}`),
    writeValue: await status("PUT", `/server/outside.json?ns=${project}`, 1),
    readDocument: await status("GET", `${documents}/inbox/outside`),
    writeDocument: await status("PATCH", `${documents}/inbox/outside`, { fields: {} }),
    readFile: await status("GET", file),
    deleteFile: await status("DELETE", file),
  };
}

for await (const line of createInterface(process.stdin)) {
  const seen = await carryOut(JSON.parse(line) as string[]);
  process.stdout.write(`${JSON.stringify(seen)}\n`);
}
