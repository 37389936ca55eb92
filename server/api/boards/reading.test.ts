import { afterAll, beforeAll, expect, test } from "vitest";
import { logKey } from "#lib/boards/judge-input.ts";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { serveBoards } from "./testing/serve-boards.ts";

let site: ServedSite;
let ann: SignedInClient;
beforeAll(async () => {
  site = await serveSite();
  ann = await signUp(createSdkClient(site.origin));
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

async function open(mode = "embedded") {
  const backend = mode === "hosted" ? await hostedBackendOf(site) : site.serverBackend;
  const served = await serveBoards({ backend, now: Date.now });
  const made = await served.ask("POST /api/boards", ann, {
    name: "House",
    colour: "",
    zone: "UTC",
  });
  return { served, board: String(made.json?.["board"]) };
}

test.each(["embedded", "hosted"])(
  "a board is exported whole, however much there is (%s)",
  async (mode) => {
    const { served, board } = await open(mode);
    await using _ = served;
    const names = Array.from({ length: 1_203 }, (_one, at) => `${at % 2 === 0 ? "" : "c"}${at}`);
    await site.serverBackend.updateValues({
      ...Object.fromEntries(
        names.map((id) => [
          `boards/${board}/cards/${id}`,
          { at: 1, title: { v: `"${id}"`, t: 1, p: 0 } },
        ]),
      ),
      [`boards/${board}/public`]: { slug: "abcdefghijklmnopqrstuvwxyz", since: 1 },
    });
    const { status, json } = await served.ask(`GET /api/boards/${board}/export.json`, ann);
    expect(status).toBe(200);
    const { cards, members, settings, log } = json as Record<string, Record<string, object>>;
    expect(Object.keys(cards!).toSorted()).toEqual(names.toSorted());
    expect(Object.keys(members!)).toEqual([ann.uid]);
    expect(settings).toMatchObject({ board: { name: { v: "House" } } });
    expect(Object.keys(log!)).toEqual([logKey(1)]);
    // The address of its page is for owners to hand on.
    expect(JSON.stringify(json)).not.toContain("abcdefghijklm");
  },
);

test("an account exports ten times at once, and once a minute after that", async () => {
  const { served, board } = await open();
  await using _ = served;
  const said: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    said.push((await served.ask(`GET /api/boards/${board}/export.json`, ann)).status);
  }
  expect(said).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

test("older lines of the log are asked for by the key of one that is known", async () => {
  const { served, board } = await open();
  await using _ = served;
  const entries = [1, 2, 3].map((seq) => [logKey(seq), { at: seq, by: ann.uid }]);
  await site.serverBackend.commit([
    {
      set: `boardLogs/${board}_${logKey(1)}`,
      data: { board, from: logKey(1), to: logKey(3), entries: JSON.stringify(entries) },
    },
  ]);
  const log = `GET /api/boards/${board}/log`;
  const { json } = await served.ask(`${log}?before=${logKey(3)}`, ann);
  expect(json).toEqual({
    entries: [2, 1].map((seq) => ({ key: logKey(seq), at: seq, by: ann.uid, acts: [], w: [] })),
  });
  expect((await served.ask(`${log}?before=${logKey(1)}`, ann)).json).toEqual({ entries: [] });
  for (const query of ["", "?before=", "?before=7", "?before=s1", "?before=../x"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await served.ask(`${log}${query}`, ann)).status, query).toBe(400);
  }
});
