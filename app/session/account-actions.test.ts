import { deleteApp, getApp } from "firebase/app";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const site = new URL("http://127.0.0.1:3000");
const sid = "session-1";
const options = { projectId: "foyer", apiKey: "the key", appId: "1:1:web:1" };
const idToken = tokenOf({ sub: "ada", sid, exp: 4_000_000_000, iat: 1, auth_time: 1 });
const fetchHere = globalThis.fetch;

type Asked = { path: string; body: string; keepalive: boolean };

let asked: Asked[] = [];

beforeEach(() => {
  asked = [];
  vi.resetModules();
  Object.assign(globalThis, { location: site });
});

afterEach(async () => {
  Object.assign(globalThis, { fetch: fetchHere });
  Reflect.deleteProperty(globalThis, "location");
  vi.restoreAllMocks();
  await deleteApp(getApp());
});

/** What sign-in answers, at the site's address and at Google's. `end` answers what ends a session. */
function answerWith(init: object, end: () => Promise<Response>): void {
  const fetch = async (input: string | URL | Request, given?: RequestInit) => {
    const request = new Request(typeof input === "string" ? new URL(input, site) : input, given);
    const { pathname: path, search } = new URL(request.url);
    asked.push({ path: path + search, body: await request.text(), keepalive: request.keepalive });
    if (path.endsWith("init.json")) return Response.json(init);
    if (path.endsWith(":signUp")) {
      return Response.json({ localId: "ada", idToken, refreshToken: "r", expiresIn: "3600" });
    }
    if (path.endsWith(":signInWithPassword")) {
      const again = tokenOf({
        sub: "ada",
        sid: "session-2",
        exp: 4_000_000_000,
        iat: 2,
        auth_time: 2,
      });
      return Response.json({
        localId: "ada",
        idToken: again,
        refreshToken: "r2",
        expiresIn: "3600",
      });
    }
    if (path.endsWith(":lookup")) return Response.json({ users: [{ localId: "ada" }] });
    return end();
  };
  Object.assign(globalThis, { fetch });
}

async function openSignedIn() {
  const actions = await import("./account-actions.ts");
  const { openAuth } = await import("#app/live/firebase.ts");
  const { auth } = await openAuth();
  await actions.createAccount({
    name: "",
    email: "ada@example.com",
    password: "correct horse",
    sendsMail: false,
  });
  expect(auth.currentUser?.uid).toBe("ada");
  return { ...actions, auth };
}

const ended = () => asked.filter(({ path }) => path.includes("endSession"));

test("signing out ends the session on the site, and waits for no answer", async () => {
  answerWith({ ...options, mode: "embedded" }, () => new Promise(() => {}));
  const { auth, signOut } = await openSignedIn();
  await signOut();
  expect(auth.currentUser).toBeNull();
  await vi.waitUntil(() => ended().length > 0, { interval: 1 });
  expect(ended()).toEqual([
    {
      path: "/identitytoolkit.googleapis.com/v1/accounts:endSession?key=the%20key",
      body: JSON.stringify({ idToken, sessionId: sid }),
      keepalive: true,
    },
  ]);
});

test("who signs in again leaves no session behind, and who does not ends none", async () => {
  answerWith({ ...options, mode: "embedded" }, async () => Response.json({}));
  await openSignedIn();
  const { reauthenticate, sessionToReplace } = await import("./account-actions-again.ts");
  const end = await sessionToReplace();
  await end();
  expect(ended()).toEqual([]);
  await reauthenticate("correct horse");
  await end();
  expect(ended().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { idToken, sessionId: sid },
  ]);
});

test("a sign-out that fails leaves the session as it is", async () => {
  const failure = Promise.withResolvers<unknown>();
  vi.spyOn(console, "error").mockImplementation((_, error) => failure.resolve(error));
  answerWith({ ...options, mode: "embedded" }, async () => Response.json({}));
  const { auth, signOut } = await openSignedIn();
  auth.beforeAuthStateChanged(() => Promise.reject(new Error("not now")));
  await signOut();
  expect(auth.currentUser?.uid).toBe("ada");
  expect(await failure.promise).toBeInstanceOf(Error);
  expect(ended()).toEqual([]);
});

test("who cannot reach the site is signed out all the same", async () => {
  const failure = Promise.withResolvers<unknown>();
  vi.spyOn(console, "error").mockImplementation((_, error) => failure.resolve(error));
  answerWith({ ...options, mode: "embedded" }, () => Promise.reject(new TypeError("offline")));
  const { auth, signOut } = await openSignedIn();
  await signOut();
  expect(auth.currentUser).toBeNull();
  expect(await failure.promise).toBeInstanceOf(TypeError);
});

test("on Firebase, which has no such thing, signing out asks for nothing", async () => {
  answerWith(options, async () => Response.json({}));
  const { auth, signOut } = await openSignedIn();
  const before = asked.length;
  await signOut();
  expect(auth.currentUser).toBeNull();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked.slice(before)).toEqual([]);
});

test("what was said to somebody is not there any more when they are signed out", async () => {
  answerWith({ ...options, mode: "embedded" }, async () => Response.json({}));
  const { changeSession, currentSession, subscribe } = await import("./session.ts");
  const { openSession } = await import("./open-session.ts");
  changeSession({ status: "signed-in", notice: "You are the owner of this site now." });
  const signedOut = Promise.withResolvers<void>();
  subscribe(() => {
    if (currentSession().status === "signed-out") signedOut.resolve();
  });
  openSession();
  await signedOut.promise;
  expect(currentSession().notice).toBeUndefined();
});

function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return [part({ alg: "RS256" }), part(claims), "signature"].join(".");
}
