/** Who may ask for what an owner looks after, and what of it there is on Firebase. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordingLog } from "../tests/support/log.ts";
import { openSite } from "../tests/support/site.ts";
import type { Site } from "../tests/support/site.ts";
import { createAudit } from "./audit/audit.ts";
import { createCareParts } from "./care-parts.ts";
import type { Endpoint } from "./http/api-router.ts";
import { createOutgoingFetch } from "./outgoing/outgoing-fetch.ts";

const start = Date.UTC(2026, 10, 22, 13);
let site: Site;
let endpoints: Endpoint[];
beforeAll(async () => {
  site = await openSite();
  const roles = { ada: { admin: true }, eve: { editor: true }, bob: { user: true } };
  for (const [uid, has] of Object.entries(roles)) {
    // oxlint-disable-next-line no-await-in-loop -- three
    await site.serverBackend.updateValues({ [`users/${uid}/roles`]: has });
  }
  await site.serverBackend.commit([{ set: "inbox/m1", data: { createdAt: "2026", read: false } }]);
  const backend = {
    ...site.serverBackend,
    verifyIdToken: async (token: string) => ({ uid: token, claims: {} }),
  };
  const now = () => start;
  ({ endpoints } = createCareParts({
    backend,
    audit: createAudit({ backend, now, newId: () => "i1" }),
    jobs: () => ({ list: async () => ({ jobs: [], next: undefined }) }),
    // As at Firebase.
    mail: undefined,
    dataDir: undefined,
    origin: () => "http://localhost",
    providers: [],
    gitHubToken: undefined,
    profileProblems: async () => [],
    fetch: createOutgoingFetch({ userAgent: "Foyer/test" }),
    log: recordingLog().log,
    now,
  }));
});
afterAll(() => site[Symbol.asyncDispose]());

async function ask(endpoint: Endpoint, as: string, body: unknown = {}): Promise<Response> {
  const headers = as === "" ? {} : { Authorization: `Bearer ${as}` };
  const request = new Request(`http://localhost${endpoint.path}`, { headers });
  return endpoint.answer({ request, body: JSON.stringify(body), client: "10.0.0.1" });
}

const forEditors = [
  "/api/media",
  "/api/github-import/list",
  "/api/github-import/project",
  "/api/link-checks/now",
];

test("nobody is answered without the role: editors for files, import and links, admins for the rest", async () => {
  expect(endpoints.length).toBeGreaterThan(10);
  for (const endpoint of endpoints) {
    const isForEditors = forEditors.includes(endpoint.path);
    const statusOf = async (as: string) => (await ask(endpoint, as, { nonsense: 1 })).status;
    // oxlint-disable-next-line no-await-in-loop -- one endpoint after the other
    const statuses = await Promise.all(["", "bob", "eve", "ada"].map(statusOf));
    expect(statuses.slice(0, 3), endpoint.path).toEqual([401, 403, expect.any(Number)]);
    expect(statuses[2] === 403, endpoint.path).toBe(!isForEditors);
    // What is sent makes no sense, or nothing has to be sent.
    expect(statuses[3], endpoint.path).toBe(endpoint.method === "GET" ? expect200(endpoint) : 400);
  }
});

/** The message that is asked for has to be named. */
function expect200({ path }: Endpoint): number {
  return path === "/api/inbox/message" ? 400 : 200;
}

test("on Firebase replies and test mails are refused in words, and the inbox says so before", async () => {
  const of = (path: string, method: string) =>
    endpoints.find((one) => one.path === path && one.method === method)!;
  const tried = await ask(of("/api/mail-test", "POST"), "ada");
  expect(tried.status).toBe(501);
  const reply = { id: "m1", key: "0123456789abcdef", text: "Hello" };
  const refused = await ask(of("/api/inbox/reply", "POST"), "ada", reply);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("On Firebase the server sends no mail.");
  const request = new Request("http://localhost/api/inbox/message?id=m1", {
    headers: { Authorization: "Bearer ada" },
  });
  const { answer } = of("/api/inbox/message", "GET");
  const opened = await answer({ request, body: "", client: "10.0.0.1" });
  expect(await opened.json()).toMatchObject({ id: "m1", ways: { sends: false } });
});
