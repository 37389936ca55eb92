import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { SharedPage } from "#lib/drive/share-link.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { splitTarget } from "./request-facts.ts";
import { createSharedLinkServer } from "./serve-shared-link.ts";

const token = "q".repeat(28);
const path = `/FileStorageApp/${token}`;
const id = "a".repeat(20);

async function openServer(answer: (asked: string, folder: string | undefined) => SharedPage) {
  const { log, entries } = recordingLog();
  const asked: unknown[] = [];
  const serve = createSharedLinkServer({
    links: {
      async page(of, folder, visitor) {
        asked.push([of, folder, visitor]);
        return answer(of, folder);
      },
    },
    async send({ response }, page) {
      response.end(JSON.stringify(page));
    },
    log,
    now: () => 0,
  });
  const http = createServer((request, response) => {
    const { path: at, query } = splitTarget(request.url ?? "/");
    const client = () => "192.0.2.1";
    serve({ request, response, id: "test", path: at, query, client }).catch((error: unknown) =>
      response.destroy(error as Error),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    asked,
    entries,
    get: (at: string, headers: Record<string, string> = {}) => fetch(origin + at, { headers }),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

const locked: SharedPage = { kind: "locked", token, problem: "" };

test("a link is asked for with the folder and what the browser says, also where only its data are wanted", async () => {
  await using server = await openServer(() => locked);
  const headers = { cookie: "a=b", "user-agent": "Browser" };
  const visitor = { cookies: "a=b", agent: "Browser" };
  const page = await server.get(`${path}?folder=${id}`, headers);
  expect([page.headers.get("x-robots-tag"), await page.json()]).toEqual(["noindex", locked]);
  await server.get(`${path}.data`, headers);
  expect(server.asked).toEqual([
    [token, id, visitor],
    [token, undefined, visitor],
  ]);
});

test("what is no address of a link is asked of nobody", async () => {
  await using server = await openServer(() => locked);
  for (const wrong of [path.slice(0, -1), `${path}a`, `${path}?folder=../x`, `${path}?folder=`]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await (await server.get(wrong)).json(), wrong).toEqual({ kind: "gone" });
  }
  expect(server.asked).toEqual([]);
});

test("a wrong password is told on the page that asks for one, in no other words than ours", async () => {
  await using server = await openServer(() => locked);
  const told = async (problem: string) =>
    ((await (await server.get(`${path}?problem=${problem}`)).json()) as { problem: string })
      .problem;
  expect([await told("wrong"), await told("often"), await told("<b>")]).toEqual([
    "wrong",
    "often",
    "",
  ]);
});

test("a fault is said as such and logged without the address, and asking comes to an end", async () => {
  await using server = await openServer(() => {
    throw new Error("The store is away.");
  });
  expect(await (await server.get(path)).json()).toEqual({ kind: "failed" });
  expect(JSON.stringify(server.entries)).toContain("The store is away.");
  expect(JSON.stringify(server.entries)).not.toContain(token);
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await server.get(path)).status),
  );
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
});
