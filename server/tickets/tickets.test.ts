/** Tickets over HTTP, with a real backend in the process and, as hosted, over the network. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { createSdkClient, signUp } from "../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { createApi } from "../http/api-router.ts";
import { splitTarget } from "../http/request-facts.ts";
import { createTickets } from "./tickets.ts";

let site: ServedSite;
let hosted: ServerBackend;
const { log } = recordingLog();
/** Of the server that makes and opens the tickets. */
let ahead = 0;
const now = () => Date.now() + ahead;

beforeAll(async () => {
  site = await serveSite();
  hosted = await hostedBackendOf(site, { log });
});
afterAll(() => site[Symbol.asyncDispose]());

const bytes = (text: string) => new TextEncoder().encode(text);
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

type Ticket = { url: string; expiresAt: string };

type Desk = {
  origin: string;
  ask: (name: unknown, idToken?: string) => Promise<Response>;
  make: (name: string, idToken: string) => Promise<string>;
  show: (url: string, init?: RequestInit) => Promise<Response>;
};

async function openDesk(
  backend: Parameters<typeof createTickets>[0]["backend"],
  knowsTypes: boolean,
): Promise<Desk> {
  const tickets = createTickets({ backend, knowsTypes, log, now });
  const api = createApi([tickets.endpoint]);
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const exchange = { request, response, id: "test", path, query, client: () => "192.0.2.1" };
    const handler = path.startsWith("/api/") ? api : tickets.handler;
    handler(exchange).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const ask: Desk["ask"] = (name, idToken) =>
    fetch(`${origin}/api/tickets`, {
      method: "POST",
      headers: idToken === undefined ? {} : { authorization: `Bearer ${idToken}` },
      body: JSON.stringify({ name }),
    });
  return {
    origin,
    ask,
    async make(name, idToken) {
      const answer = await ask(name, idToken);
      expect(answer.status).toBe(200);
      return ((await answer.json()) as Ticket).url;
    },
    show: (url, init) => fetch(origin + url, init),
  };
}

async function newPerson(): Promise<SignedInClient> {
  const client = await signUp(createSdkClient(site.origin));
  onTestFinished(() => client[Symbol.asyncDispose]());
  return client;
}

const put = (name: string, content: Uint8Array<ArrayBuffer>, contentType: string) =>
  site.serverBackend.putObject(name, content, { contentType });

async function statusOf(desk: Desk, url: string): Promise<number> {
  const answer = await desk.show(url);
  await answer.body?.cancel();
  return answer.status;
}

describe.each([
  ["in the process", () => site.serverBackend, true],
  ["over the network", () => hosted, false],
] as const)("%s", (_, backendOf, knowsTypes) => {
  test("a ticket opens a private file for five minutes, whole and in parts, in no cache", async () => {
    const [desk, ada] = [await openDesk(backendOf(), knowsTypes), await newPerson()];
    const name = `users/${ada.uid}/Größe 1.txt`;
    await put(name, bytes("hello ticket"), "text/plain");
    const before = now();
    const answer = await desk.ask(name, await ada.idToken());
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { url, expiresAt } = (await answer.json()) as Ticket;
    expect(url).toMatch(/^\/ticket\/[\w-]+\/Gr%C3%B6%C3%9Fe%201\.txt$/);
    expect(Date.parse(expiresAt) - before).toBeGreaterThanOrEqual(300_000);
    expect(Date.parse(expiresAt) - now()).toBeLessThanOrEqual(300_000);

    const whole = await desk.show(url);
    expect([whole.status, await whole.text()]).toEqual([200, "hello ticket"]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/^sandbox(?!.*allow-scripts)/),
      "cross-origin-opener-policy": "unsafe-none",
      "cross-origin-resource-policy": "same-origin",
      "accept-ranges": "bytes",
      "content-length": "12",
      "content-type": expect.stringMatching(/^text\/plain/),
      "content-disposition": expect.stringContaining("filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.txt"),
    });
    const part = await desk.show(url, { headers: { range: "bytes=6-9" } });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      "bytes 6-9/12",
      "tick",
    ]);
    const beyond = await desk.show(url, { headers: { range: "bytes=12-" } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */12"]);
    const head = await desk.show(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      "12",
      "",
    ]);

    ahead = 301_000;
    try {
      const ended = await desk.show(url);
      expect([ended.status, ended.headers.get("cache-control")]).toEqual([404, "no-store"]);
      expect(await ended.text()).toContain("has ended");
    } finally {
      ahead = 0;
    }
    expect(await statusOf(desk, url)).toBe(200);
  });

  test("what could run is saved, never shown; a picture is shown, or saved when that is asked for", async () => {
    const [desk, ada] = [await openDesk(backendOf(), knowsTypes), await newPerson()];
    const dispositionOf = async (
      content: Uint8Array<ArrayBuffer>,
      type: string,
      query = "",
    ): Promise<string> => {
      await put(`users/${ada.uid}/x`, content, type);
      const url = await desk.make(`users/${ada.uid}/x`, await ada.idToken());
      const { headers } = await desk.show(url + query, { method: "HEAD" });
      const [disposition = ""] = (headers.get("content-disposition") ?? "").split(";");
      return `${disposition} ${headers.get("content-type")}`;
    };
    const script = bytes("<script>alert(1)</script>");
    expect(await dispositionOf(script, "text/html")).toBe("attachment text/html");
    expect(await dispositionOf(script, "text/javascript")).toMatch(/^attachment .*octet-stream/);
    // Only the backend in the process has looked at the bytes.
    const shown = knowsTypes ? "inline" : "attachment";
    expect(await dispositionOf(new Uint8Array(png), "image/png")).toBe(`${shown} image/png`);
    expect(await dispositionOf(new Uint8Array(png), "image/png", "?download=1")).toBe(
      "attachment image/png",
    );
    expect(await dispositionOf(script, "image/png")).toBe("attachment application/octet-stream");
    const table = bytes("<b>a</b>,b\n1,2\n");
    expect(await dispositionOf(table, "text/csv")).toBe(
      knowsTypes ? "inline text/plain; charset=utf-8" : "attachment text/csv",
    );
    const noData = await dispositionOf(new Uint8Array(png), "application/json");
    expect(noData).toBe("attachment application/octet-stream");
  });

  test("it is made only for who may read the file now", async () => {
    const [desk, ada] = [await openDesk(backendOf(), knowsTypes), await newPerson()];
    const token = await ada.idToken();
    await put("users/somebody/private", bytes("x"), "text/plain");
    await put(`users/${ada.uid}/empty`, bytes(""), "text/plain");
    const wanted = async (name: unknown, idToken?: string) => {
      const answer = await desk.ask(name, idToken);
      const { error } = (await answer.json()) as { error?: { code: string } };
      return [answer.status, error?.code];
    };
    expect(await wanted("users/somebody/private", token)).toEqual([403, "permission-denied"]);
    expect(await wanted("users/somebody/none", token)).toEqual([403, "permission-denied"]);
    expect(await wanted(`users/${ada.uid}/none`, token)).toEqual([404, "not-found"]);
    expect(await wanted(`users/${ada.uid}/empty`, token)).toEqual([200, undefined]);
    expect(await wanted("users/somebody/private")).toEqual([401, "unauthenticated"]);
    expect(await wanted("users/somebody/private", "owner")).toEqual([401, "unauthenticated"]);
    expect(await wanted("users/somebody/private", `${token}x`)).toEqual([401, "unauthenticated"]);
    for (const name of ["", "a/../b", ".", "a\nb", "ü".repeat(513), "\ud800", 7, undefined]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await wanted(name, token), String(name)).toEqual([400, "invalid-request"]);
    }
  });

  test("whoever has lost the right finds the ticket closed, and a file that changed is the new one", async () => {
    const [desk, ada] = [await openDesk(backendOf(), knowsTypes), await newPerson()];
    const room = `room-${knowsTypes}`;
    const name = `chat/${room}/notes.txt`;
    const membership = `memberships/chat_${room}_${ada.uid}`;
    await put(name, bytes("first"), "text/plain");
    await site.serverBackend.commit([{ set: membership, data: { uid: ada.uid } }]);
    const url = await desk.make(name, await ada.idToken());
    const first = await desk.show(url);
    expect(await first.text()).toBe("first");

    await put(name, bytes("second one"), "text/plain");
    const ifRange = first.headers.get("etag") ?? "";
    expect(ifRange).not.toBe("");
    // Half of the one and half of the other is neither.
    const rest = await desk.show(url, { headers: { range: "bytes=2-", "if-range": ifRange } });
    expect([rest.status, await rest.text()]).toEqual([200, "second one"]);

    await site.serverBackend.commit([{ delete: membership }]);
    const refused = await desk.show(url);
    expect([refused.status, await refused.text()]).toEqual([
      403,
      "You may no longer open this file.\n",
    ]);
    await site.serverBackend.commit([{ set: membership, data: { uid: ada.uid } }]);
    expect(await statusOf(desk, url)).toBe(200);
    await site.serverBackend.deleteObject(name);
    expect(await statusOf(desk, url)).toBe(404);
  });

  test("an account that is signed out, disabled or gone opens nothing any longer", async () => {
    const desk = await openDesk(backendOf(), knowsTypes);
    const { serverBackend } = site;
    for (const end of [
      ({ uid }: SignedInClient) => serverBackend.revokeSessions(uid),
      ({ uid }: SignedInClient) => serverBackend.updateAccount(uid, { disabled: true }),
      ({ uid }: SignedInClient) => serverBackend.deleteAccount(uid),
    ]) {
      // oxlint-disable no-await-in-loop
      const person = await newPerson();
      await put(`users/${person.uid}/x`, bytes("x"), "text/plain");
      const idToken = await person.idToken();
      const url = await desk.make(`users/${person.uid}/x`, idToken);
      expect(await statusOf(desk, url)).toBe(200);
      await end(person);
      expect(await statusOf(desk, url)).toBe(403);
      expect((await desk.ask(`users/${person.uid}/x`, idToken)).status).toBe(401);
      // oxlint-enable no-await-in-loop
    }
  });
});

test("forged and foreign addresses are all alike: they have ended", async () => {
  const [desk, other, ada] = [
    await openDesk(site.serverBackend, true),
    await openDesk(site.serverBackend, true),
    await newPerson(),
  ];
  await put(`users/${ada.uid}/x`, bytes("x"), "text/plain");
  const url = await other.make(`users/${ada.uid}/x`, await ada.idToken());
  const own = await desk.make(`users/${ada.uid}/x`, await ada.idToken());
  expect(await statusOf(desk, own)).toBe(200);
  const renamed = [own.replace(/x$/, "invoice.pdf"), own.replace(/x$/, ""), `${own}/x`, `${own}A`];
  const foreign = [url, "/ticket/", "/ticket/x", `${url}/..`, "/ticket/%00"];
  for (const path of [...foreign, ...renamed]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await desk.show(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    // oxlint-disable-next-line no-await-in-loop
    expect(await answer.text()).toBe("This address has ended. Open the file on its page again.\n");
  }
});

test("an address is never longer than proxies take: without the file's name when that is long", async () => {
  const [desk, ada] = [await openDesk(site.serverBackend, true), await newPerson()];
  await site.serverBackend.setClaims(ada.uid, { groups: "g".repeat(800) });
  const idToken = await ada.idToken(true);
  for (const [folder, isNamed] of [
    ["", true],
    [`${"ü".repeat(230)}/`, false],
  ] as const) {
    // oxlint-disable no-await-in-loop
    const name = `users/${ada.uid}/${folder}${"🎈".repeat(90)}\u202E%.txt`;
    await put(name, bytes("x"), "text/plain");
    const url = await desk.make(name, idToken);
    expect(url.length).toBeLessThanOrEqual(4000);
    expect(decodeURIComponent(url).endsWith(`/${"🎈".repeat(90)}_%.txt`)).toBe(isNamed);
    expect(await statusOf(desk, url)).toBe(200);
    // oxlint-enable no-await-in-loop
  }
});

test("a download that is left in the middle ends at the backend, too", async () => {
  const signals: AbortSignal[] = [];
  const desk = await openDesk(
    {
      verifyIdToken: (token) => site.serverBackend.verifyIdToken(token),
      openObjectAs(idToken, name, options) {
        if (options?.signal !== undefined) signals.push(options.signal);
        return site.serverBackend.openObjectAs(idToken, name, options);
      },
    },
    true,
  );
  const ada = await newPerson();
  await put(`users/${ada.uid}/large`, new Uint8Array(16 * 1024 * 1024), "x/y");
  const url = await desk.make(`users/${ada.uid}/large`, await ada.idToken());
  const stop = new AbortController();
  const answer = await desk.show(url, { signal: stop.signal });
  await answer.body?.getReader().read();
  expect(signals.at(-1)?.aborted).toBe(false);
  stop.abort();
  await expect.poll(() => signals.at(-1)?.aborted).toBe(true);
  expect(await statusOf(desk, url)).toBe(200);
});

test("a ticket does not outlive the ID token that it was made with", async () => {
  const [desk, ada] = [await openDesk(site.serverBackend, true), await newPerson()];
  await put(`users/${ada.uid}/x`, bytes("x"), "text/plain");
  const idToken = await ada.idToken();
  const { exp } = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
  ahead = exp * 1000 - 60_000 - Date.now();
  try {
    const answer = await desk.ask(`users/${ada.uid}/x`, idToken);
    const { expiresAt } = (await answer.json()) as Ticket;
    expect(Date.parse(expiresAt)).toBe(exp * 1000);
  } finally {
    ahead = 0;
  }
});

test("where apps are checked, only those of the owner's get a ticket", async () => {
  const appCheck = async (token: string | null) => {
    if (token === "later") throw new Error("The keys cannot be had now.");
    return token === "ours";
  };
  const { serverBackend } = site;
  const { endpoint } = createTickets({
    backend: serverBackend,
    knowsTypes: true,
    appCheck,
    log,
    now,
  });
  const ada = await newPerson();
  await put(`users/${ada.uid}/x`, bytes("x"), "text/plain");
  const body = JSON.stringify({ name: `users/${ada.uid}/x` });
  const authorization = `Bearer ${await ada.idToken()}`;
  const statusFor = async (more: Record<string, string>) => {
    const headers = { authorization, ...more };
    const request = new Request("http://localhost/api/tickets", { method: "POST", headers });
    return (await endpoint.answer({ request, body, client: "192.0.2.1" })).status;
  };
  expect(await statusFor({ "x-firebase-appcheck": "ours" })).toBe(200);
  expect(await statusFor({ "x-firebase-appcheck": "another" })).toBe(401);
  expect(await statusFor({})).toBe(401);
  expect(await statusFor({ "x-firebase-appcheck": "later" })).toBe(503);
});

test("who asks for tickets without end has to wait", async () => {
  const { endpoint } = createTickets({ backend: site.serverBackend, knowsTypes: true, log, now });
  const request = new Request("http://localhost/api/tickets", { method: "POST" });
  let refused: Response | undefined;
  for (let asked = 0; asked < 3000 && refused === undefined; asked += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await endpoint.answer({ request, body: "{}", client: "192.0.2.1" });
    if (answer.status === 429) refused = answer;
  }
  expect(refused?.headers.get("retry-after")).toBe("1");
});
