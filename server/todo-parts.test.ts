import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { NotificationsState } from "#lib/notification.ts";
import { createSdkClient, signUp } from "../tests/support/sdk-client.ts";
import { readSettings } from "./config/settings.ts";
import { openEmbeddedParts } from "./embedded-parts.ts";
import { splitTarget } from "./http/request-facts.ts";
import { createLog } from "./log.ts";
import { openPushService } from "./push/testing/push-service.ts";

/** A whole process but for its pages. */
async function openProcess() {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-test-"));
  const opened = new AsyncDisposableStack();
  opened.defer(() => rm(dataDir, { recursive: true }));
  const service = opened.use(await openPushService());
  const nobody = () => Promise.reject(new Error("Nobody sends a picture here."));
  const parts = await openEmbeddedParts({
    settings: readSettings({ FOYER_DATA: dataDir }),
    development: false,
    log: createLog("silent"),
    makeAvatar: nobody,
    shrink: nobody,
    cleanPicture: nobody,
    outgoing: service.web.fetch,
    opened,
  });
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const exchange = { request, response, id: "test", path, query, client: () => "203.0.113.9" };
    const handle = path.startsWith("/calendar/") ? parts.calendar : parts.handler;
    handle(exchange).catch((error: unknown) => response.destroy(error as Error));
  });
  parts.mountSockets(http, { servesHost: () => true, clientOf: () => "203.0.113.9" });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  opened.defer(() => parts.closeSockets());
  opened.defer(() => void http.close());
  opened.defer(() => http.closeAllConnections());
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  await parts.start(origin);
  return {
    service,
    parts,
    origin,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

test("a reminder that a browser writes is told on its devices, and the task is in its calendar", async () => {
  await using site = await openProcess();
  await using ann = await signUp(createSdkClient(site.origin));
  const token = await ann.idToken();
  const ask = async (asked: string, body: object = {}) => {
    const [method = "", path = ""] = asked.split(" ");
    const endpoint = site.parts.endpoints.find(
      (one) => one.method === method && one.path === `/api/${path}`,
    );
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request("http://localhost/", { method, headers });
    return endpoint?.answer({ request, body: JSON.stringify(body), client: "203.0.113.9" });
  };
  await ask("POST notifications/subscribe", { ...site.service.newSubscription(), device: "desk" });
  const state = (await (await ask("GET notifications/settings"))?.json()) as NotificationsState;
  expect(state.push.devices).toMatchObject([{ device: "desk" }]);

  const now = Date.now();
  const stamps = { t: now * 1000, p: 0 };
  const due = new Date(now + 1000).toISOString();
  const answer = await fetch(`${site.origin}/todos/${ann.uid}.json?auth=${token}`, {
    method: "PATCH",
    body: JSON.stringify({
      "tasks/a/at": { ".sv": "timestamp" },
      "tasks/a/title": { v: "Pay rent", ...stamps },
      "tasks/a/place": { list: "", parent: "", order: "a0", column: "", ...stamps },
      "tasks/a/due": { v: due.slice(0, 10), zone: "", ...stamps },
      "tasks/a/remind": { v: due.slice(0, 16), zone: "UTC", at: due, ...stamps },
    }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  await expect
    .poll(() => site.service.taken.map(({ text }) => text.title), { timeout: 20_000 })
    .toEqual(["Pay rent"]);
  const { value } = await site.parts.serverBackend.getValue(`notifications/${ann.uid}`);
  expect(Object.values(value as object)).toMatchObject([{ title: "Pay rent", read: false }]);

  const made = (await (await ask("POST todos/feed/make"))?.json()) as { path: string };
  const calendar = await fetch(site.origin + made.path);
  expect(await calendar.text()).toContain("SUMMARY:Pay rent\r\n");
});
