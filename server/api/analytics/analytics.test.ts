import { afterAll, beforeAll, expect, test } from "vitest";
import { recordingLog } from "../../../tests/support/log.ts";
import { createSdkClient, recordOf, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { openAnalytics } from "../../analytics-parts.ts";
import type { AnalyticsParts } from "../../analytics-parts.ts";
import { createAudit } from "../../audit/audit.ts";

let site: ServedSite;
let me: SignedInClient;
let parts: AnalyticsParts;
let token: string;
const now = () => Date.UTC(2026, 2, 10, 12);

beforeAll(async () => {
  site = await serveSite();
  me = await signUp(createSdkClient(site.origin));
  await site.serverBackend.updateValues({ [`users/${me.uid}`]: { ...recordOf(me) } });
  const { log } = recordingLog();
  parts = await openAnalytics({
    backend: site.serverBackend,
    countriesDb: undefined,
    flushEveryMs: 3_600_000,
    log,
    now,
  });
  token = await me.idToken();
});
afterAll(async () => {
  await parts.close();
  await me[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

async function call(method: "GET" | "POST", address: string, body?: unknown): Promise<Response> {
  const url = new URL(address, "http://localhost");
  const endpoint = parts.endpoints.find(
    (one) => one.path === url.pathname && one.method === method,
  );
  const headers = {
    authorization: `Bearer ${token}`,
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0",
    "accept-language": "en",
  };
  const request = new Request(url, { method, headers });
  return endpoint!.answer({ request, body: JSON.stringify(body), client: "203.0.113.9" });
}

const march = "from=2026-03-01&to=2026-03-10";

test("only an admin sees figures, and no figures of days that make no sense", async () => {
  for (const path of ["", "/now", "/export", "/vitals"]) {
    const query = path === "/now" ? "" : `?${march}${path === "/export" ? "&table=path" : ""}`;
    // oxlint-disable-next-line no-await-in-loop -- one caller
    const answer = await call("GET", `/api/analytics${path}${query}`);
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect((await call("POST", "/api/analytics/settings", { webVitals: true })).status).toBe(403);
  await site.serverBackend.updateValues({ [`users/${me.uid}/roles/admin`]: true });
  for (const query of [
    "from=2026-03-10&to=2026-03-01",
    "from=2024-01-01&to=2026-03-01",
    "from=2026-02-30&to=2026-03-01",
    `${march}&city=Rome`,
    "",
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    expect((await call("GET", `/api/analytics?${query}`)).status).toBe(400);
  }
});

test("what was just seen is in the report, the CSV and among what was published since", async () => {
  await site.serverBackend.updateValues({ [`users/${me.uid}/roles/admin`]: true });
  const audit = createAudit({ backend: site.serverBackend, now, newId: () => "one" });
  await audit.add({ actor: me.uid, action: "content.publish", details: { title: "=1+1" } });
  await call("POST", "/api/page-views", { path: "/about", campaign: { utm_source: "=1+1" } });
  const report = (await (await call("GET", `/api/analytics?${march}`)).json()) as object;
  expect(report).toMatchObject({
    totals: { views: 1, visitors: 1, visits: 1 },
    countries: "none",
    annotations: [{ at: "2026-03-10T12:00:00.000Z", kind: "published", text: "=1+1" }],
  });
  expect(await (await call("GET", "/api/analytics/now")).json()).toMatchObject({ views: 1 });
  const file = await call("GET", `/api/analytics/export?${march}&table=campaign`);
  expect(file.headers.get("content-disposition")).toContain("campaign-2026-03-01-2026-03-10.csv");
  // A spreadsheet must not take it for a formula.
  expect(await file.text()).toContain("'=1+1,1,1");
});

test("page speed is taken only while the owner wants it", async () => {
  await site.serverBackend.updateValues({ [`users/${me.uid}/roles/admin`]: true });
  const load = { path: "/about", values: { LCP: 1200, CLS: 0.01 } };
  const send = async (body: unknown = load) => (await call("POST", "/api/web-vitals", body)).status;
  const vitals = async () =>
    (await (await call("GET", `/api/analytics/vitals?${march}`)).json()) as object;
  expect(await send()).toBe(404);
  expect(await vitals()).toMatchObject({ isOn: false, rows: [] });
  await call("POST", "/api/analytics/settings", { webVitals: true });
  const audit = createAudit({ backend: site.serverBackend, now, newId: () => "two" });
  expect((await audit.list({ limit: 10 })).entries).toContainEqual(
    expect.objectContaining({ action: "analytics.change-settings", details: { webVitals: true } }),
  );
  expect(await send()).toBe(204);
  for (const wrong of [{}, { ...load, path: "/nope" }, { ...load, values: { LCP: -1 } }, null]) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    expect(await send(wrong)).toBe(400);
  }
  // Who makes up addresses takes no real page's place.
  expect(await send({ ...load, path: "/project/made-up" })).toBe(204);
  const statuses = await Promise.all(Array.from({ length: 60 }, () => send()));
  expect(statuses.at(-1)).toBe(429);
  await call("GET", `/api/analytics?${march}`);
  expect(await vitals()).toMatchObject({
    isOn: true,
    rows: [{ path: "", device: "desktop" }, { path: "/about" }],
  });
});
