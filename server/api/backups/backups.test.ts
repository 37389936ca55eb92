/** The endpoints of back-ups and the addresses by which one is fetched: who may, what is refused, what is written down. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackupsView } from "#lib/backups.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { openSite } from "../../../tests/support/site.ts";
import type { Site } from "../../../tests/support/site.ts";
import { createAudit } from "../../audit/audit.ts";
import type { Audit } from "../../audit/audit.ts";
import { createBackups } from "../../backups/backups.ts";
import { createDownloadDesk } from "../../backups/download-desk.ts";
import { createApi } from "../../http/api-router.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { splitTarget } from "../../http/request-facts.ts";
import { createAdminDoor } from "../../user-admin/admin-door.ts";
import { createBackupEndpoints, createHostedBackupEndpoints } from "./backups.ts";

const name = "foyer-2026-11-22T030000Z.tar.zst.age";
/** Later than the accounts are made. */
const start = Date.now() + 60_000;
let site: Site;
let folder: string;
let origin: string;
let audit: Audit;
let nowMs = start;
let hosted: Endpoint[];
const uids: Record<string, string> = {};
const http = createServer();

beforeAll(async () => {
  site = await openSite();
  folder = mkdtempSync(join(tmpdir(), "foyer-backups-"));
  const { log } = recordingLog();
  const now = () => nowMs;
  const backend = {
    ...site.serverBackend,
    // Who is who is the sign-in service's matter; here a token is a name.
    async verifyIdToken(token: string) {
      const signedInAt = token === "late" ? start - 7_200_000 : start;
      return { uid: uids[token] ?? token, claims: { auth_time: signedInAt / 1000 } };
    },
  };
  for (const who of ["ada", "late", "eve"]) {
    // oxlint-disable-next-line no-await-in-loop -- three
    const { uid } = await site.serverBackend.createAccount({ email: `${who}@example.com` });
    uids[who] = uid;
    // oxlint-disable-next-line no-await-in-loop -- see above
    await site.serverBackend.putValue(`users/${uid}/roles/admin`, who !== "eve");
  }
  let count = 0;
  audit = createAudit({ backend, now, newId: () => `id-${(count += 1)}` });
  const door = createAdminDoor({ backend, now });
  const backups = createBackups({
    engine: site.backend.backups,
    backend,
    folder,
    origin: () => "",
    log,
    now,
  });
  const desk = createDownloadDesk({ backend, folder, now });
  const jobs = { nextAt: async () => null, schedule: async () => {} };
  hosted = createHostedBackupEndpoints(door);
  const api = createApi(createBackupEndpoints({ door, audit, backups, jobs, desk, log }));
  http.on("request", (request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const exchange = { request, response, id: "test", path, query, client: () => "192.0.2.1" };
    const handler = path.startsWith("/api/") ? api : desk.handler;
    answered = handler(exchange).catch((error: unknown) => void response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  writeFileSync(join(folder, name), "0123456789");
});

/** By the server's handler, the last request. */
let answered: Promise<void> | undefined;

afterAll(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
  rmSync(folder, { recursive: true });
  await site[Symbol.asyncDispose]();
});

function ask(who: string, act: string, body: object = {}): Promise<Response> {
  return fetch(`${origin}/api/backups/${act}`, {
    method: "POST",
    headers: { authorization: `Bearer ${who}` },
    body: JSON.stringify(body),
  });
}

async function addressFor(who: string): Promise<string> {
  const answer = await ask(who, "download", { name });
  expect(answer.status).toBe(200);
  const { url } = (await answer.json()) as { url: string };
  return origin + url;
}

test("only admins see and do anything, and what is worth more than a borrowed screen wants a fresh sign-in", async () => {
  const acts: [string, object][] = [
    ["now", {}],
    ["cancel", {}],
    ["drill", {}],
    ["key", { act: "show" }],
    ["delete", { name }],
    ["download", { name }],
    ["settings", { encrypt: false }],
  ];
  for (const [act, body] of acts) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    expect((await ask("eve", act, body)).status, act).toBe(403);
  }
  for (const [act, body] of acts.slice(3)) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    const answer = await ask("late", act, body);
    expect([act, answer.status, await answer.text()]).toEqual([
      act,
      401,
      expect.stringContaining("recent-sign-in-needed"),
    ]);
  }
  const view = await fetch(`${origin}/api/backups`, { headers: { authorization: "Bearer ada" } });
  const shown = (await view.json()) as Extract<BackupsView, { isHosted: false }>;
  expect(shown.backups).toMatchObject([{ name, bytes: 10, checksum: "missing" }]);
  expect(JSON.stringify(shown)).not.toContain("AGE-SECRET-KEY");
});

test("the key is shown, changed and said to be saved, and all of it but the last is written down first", async () => {
  const shown = (await (await ask("ada", "key", { act: "show" })).json()) as { text: string };
  expect(shown.text).toMatch(/^AGE-SECRET-KEY-1/m);
  const saved = (await (await ask("ada", "key", { act: "saved" })).json()) as {
    isKeySaved: boolean;
  };
  expect(saved.isKeySaved).toBe(true);
  const changed = (await (await ask("ada", "key", { act: "change" })).json()) as { text: string };
  expect(changed.text.match(/^AGE-SECRET-KEY-1/gm)).toHaveLength(2);
  const view = await ask("ada", "settings", { nightlyMinute: 60 });
  expect(await view.json()).toMatchObject({ isKeySaved: false, settings: { nightlyMinute: 60 } });
  const { entries } = await audit.list({ limit: 10 });
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    "backup.change-key",
    "backup.change-settings",
    "backup.show-key",
  ]);
  expect(JSON.stringify(entries)).not.toContain("AGE-SECRET");
});

test("an address gives the file once, and the rest of it to who has its mark", async () => {
  const url = await addressFor("ada");
  expect((await fetch(url, { method: "HEAD" })).status).toBe(405);
  const first = await fetch(url);
  expect(first.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
  expect(await first.text()).toBe("0123456789");
  expect((await fetch(url)).status).toBe(404);
  const mark = first.headers.get("etag") ?? "";
  const ask = (range: string, ifRange = mark) =>
    fetch(url, { headers: { range, ...(ifRange !== "" && { "if-range": ifRange }) } });
  const rest = await ask("bytes=4-");
  expect([rest.status, rest.headers.get("content-range"), await rest.text()]).toEqual([
    206,
    "bytes 4-9/10",
    "456789",
  ]);
  expect((await ask("bytes=10-")).status).toBe(416);
  // Who has found the address has no mark, and nobody needs it from the beginning again.
  for (const [range, ifRange] of [
    ["bytes=0-", ""],
    ["bytes=4-", ""],
    ["bytes=0-", mark],
    ["bytes=-10", mark],
    ["bytes=4-", '"x"'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    expect((await ask(range, ifRange)).status, `${range} ${ifRange}`).toBe(404);
  }
  const { headers } = await fetch(await addressFor("ada"));
  expect(headers.get("etag")).not.toBe(mark);
  expect((await fetch(`${url.slice(0, -1)}x`)).status).toBe(404);
});

test("Firefox goes on with a download, naming its mark in If-Match, and is refused another's", async () => {
  const url = await addressFor("ada");
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(url, { headers });
    return [answer.status, answer.headers.get("content-range"), await answer.text()];
  };
  const changed = [412, null, "This is not the file whose beginning you have. Begin anew.\n"];
  // Nothing was sent yet: the address is still good.
  expect(await ask({ range: "bytes=4-", "if-match": '"x"' })).toEqual(changed);
  expect(await ask({ "if-match": "*" })).toEqual(changed);
  const first = await fetch(url, { headers: { range: "bytes=0-3" } });
  expect([first.status, await first.text()]).toEqual([206, "0123"]);
  const mark = first.headers.get("etag") ?? "";
  const rest = [206, "bytes 4-9/10", "456789"];
  expect(await ask({ range: "bytes=4-", "if-match": mark })).toEqual(rest);
  expect(await ask({ range: "bytes=4-", "if-match": `"x", ${mark}`, "if-range": mark })).toEqual(
    rest,
  );
  for (const ifMatch of ['"x"', `W/${mark}`, "*"]) {
    // oxlint-disable-next-line no-await-in-loop -- three
    expect(await ask({ range: "bytes=4-", "if-match": ifMatch })).toEqual(changed);
  }
  // From its beginning nobody needs it again.
  expect((await ask({ range: "bytes=0-", "if-match": mark }))[0]).toBe(404);
  expect((await ask({ "if-match": mark }))[0]).toBe(404);
});

test("a download that has not begun comes whole to who names another's mark in If-Range", async () => {
  const url = await addressFor("ada");
  const answer = await fetch(url, { headers: { range: "bytes=4-", "if-range": '"x"' } });
  expect([answer.status, await answer.text()]).toEqual([200, "0123456789"]);
});

test("an address is good for half a day once it was opened, and for five minutes after its last byte", async () => {
  const open = async (range?: string, mark = "") => {
    const answer = await fetch(url, {
      headers: { ...(range !== undefined && { range }), ...(mark !== "" && { "if-range": mark }) },
    });
    await answer.text();
    // The last byte is here before the desk knows that it went out.
    await answered;
    return answer;
  };
  const url = await addressFor("ada");
  const mark = (await open("bytes=0-3")).headers.get("etag") ?? "";
  nowMs = start + 11 * 3_600_000;
  expect((await open("bytes=4-5", mark)).status).toBe(206);
  expect((await open("bytes=6-", mark)).status).toBe(206);
  nowMs += 301_000;
  expect((await open("bytes=6-", mark)).status).toBe(404);
  nowMs = start;
});

test("an address ends after five minutes, and with the admin who asked for it", async () => {
  const late = await addressFor("ada");
  nowMs += 301_000;
  expect((await fetch(late)).status).toBe(404);
  nowMs = start;
  const url = await addressFor("ada");
  const good = await addressFor("ada");
  expect((await fetch(good)).status).toBe(200);
  await site.serverBackend.putValue(`users/${uids["ada"]}/roles/admin`, false);
  expect((await fetch(url)).status).toBe(404);
  await site.serverBackend.putValue(`users/${uids["ada"]}/roles/admin`, true);
  for (const other of ["../lock.pid", "foyer.sqlite", `${name}.sha256`]) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    expect((await ask("ada", "download", { name: other })).status).toBe(400);
  }
  expect((await ask("ada", "delete", { name: name.replace("22T", "21T") })).status).toBe(404);
});

test("with Firebase each address says where back-ups are instead", async () => {
  const of = (method: string, path: string) =>
    hosted.find((one) => one.method === method && one.path === path);
  const call = (endpoint: Endpoint | undefined, method: string) =>
    endpoint?.answer({
      request: new Request("http://localhost/", {
        method,
        headers: { authorization: "Bearer ada" },
      }),
      body: "{}",
      client: "192.0.2.1",
    });
  const view = await call(of("GET", "/api/backups"), "GET");
  expect(await view?.json()).toEqual({ isHosted: true });
  const answer = await call(of("POST", "/api/backups/now"), "POST");
  expect(answer?.status).toBe(501);
  expect(await answer?.text()).toContain("Firebase keeps the data");
});
