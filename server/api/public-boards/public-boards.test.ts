/** Boards that are open to everybody, as admins see them, and how they end that. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { AdminPublicBoard } from "#lib/boards/api.ts";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { serveBoards } from "../boards/testing/serve-boards.ts";

const people = ["owner", "user", "editor", "admin"] as const;
type Person = (typeof people)[number];

let site: ServedSite;
const clients = {} as Record<Person, SignedInClient>;
beforeAll(async () => {
  site = await serveSite();
  for (const person of people) {
    // oxlint-disable-next-line no-await-in-loop
    clients[person] = await signUp(createSdkClient(site.origin));
  }
  for (const role of ["editor", "admin"] as const) {
    // oxlint-disable-next-line no-await-in-loop
    await site.serverBackend.putValue(`users/${clients[role].uid}/roles/${role}`, true);
  }
});
afterAll(async () => {
  await Promise.all(people.map((person) => clients[person][Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;
const list = "GET /api/public-boards";
const end = "POST /api/public-boards/end";
const shown = { on: true, notes: true, comments: true, index: true };

test.each(["embedded", "hosted"])(
  "an admin sees who has opened a board and ends that; its owner is told, and it stays what it was (%s)",
  async (mode) => {
    const backend = mode === "hosted" ? await hostedBackendOf(site) : site.serverBackend;
    await using served = await serveBoards({ backend, now: Date.now });
    const { ask } = served;
    const { owner, admin, editor, user } = clients;
    const made = await ask("POST /api/boards", owner, { name: "House", colour: "", zone: "UTC" });
    const board = String(made.json?.["board"]);
    const open = await ask(`POST /api/boards/${board}/public`, owner, shown);
    const { path, since } = open.json as { path: string; since: number };

    for (const [client, status] of [
      [undefined, 401],
      [user, 403],
      [editor, 403],
      // Whose it is ends it as its owner.
      [owner, 403],
    ] as const) {
      // oxlint-disable no-await-in-loop
      expect((await ask(list, client)).status).toBe(status);
      expect((await ask(end, client, { board })).status).toBe(status);
      // oxlint-enable no-await-in-loop
    }
    expect(await valueAt(`boards/${board}/public`)).toMatchObject({ since });

    const rows = async () => (await ask(list, admin)).json?.["boards"] as AdminPublicBoard[];
    const owners = [{ uid: owner.uid, name: expect.any(String) }];
    expect(await rows()).toEqual([{ board, name: "House", path, since, index: true, owners }]);
    expect((await ask(end, admin, { board: "../users" })).status).toBe(400);
    expect(await ask(end, admin, { board })).toEqual({ status: 204, json: null });
    expect(await rows()).toEqual([]);
    expect(await valueAt(`boards/${board}/public`)).toBeNull();
    const slug = path.split("/").at(-1) ?? "";
    expect(await site.serverBackend.getDocument(`publicBoards/${slug}`)).toBeNull();
    const stored = (await valueAt(`boards/${board}`)) as Record<string, Record<string, object>>;
    assertBoard(stored);
    expect(Object.values(stored["log"] ?? {}).at(-1)).toMatchObject({
      by: "",
      acts: [{ k: "public", on: false, byAdmin: true }],
    });
    const told = async () =>
      Object.values((await valueAt(`notifications/${owner.uid}`)) ?? {}) as object[];
    await expect
      .poll(told, { timeout: 20_000 })
      .toContainEqual(
        expect.objectContaining({ kind: "board", path: `/TaskManager?board=${board}` }),
      );
    const [entry] = (await served.audit.list({ limit: 1 })).entries;
    expect(entry).toMatchObject({
      actor: admin.uid,
      action: "board.end-public",
      target: owner.uid,
      details: { board, name: "House" },
    });

    // Asked again nothing is ended, so nothing is written down.
    expect((await ask(end, admin, { board })).status).toBe(204);
    expect((await served.audit.list({ limit: 1 })).entries[0]?.id).toBe(entry?.id);
    expect(await valueAt(`boards/${board}/seq`)).toBe(3);
  },
);

test("many are shown by pages, and an address that leads nowhere is in none", async () => {
  await using served = await serveBoards({ backend: site.serverBackend, now: Date.now });
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const slugs = Array.from(
    { length: 51 },
    (_, at) => `${letters[at % 26]}${letters[Math.floor(at / 26)]}${"x".repeat(24)}`,
  );
  await site.serverBackend.updateValues(
    Object.fromEntries(
      slugs.slice(1).map((slug, at) => [`boards/many${at}/public`, { slug, since: at }]),
    ),
  );
  await site.serverBackend.commit(
    slugs.map((slug, at) => ({ set: `publicBoards/${slug}`, data: { board: `many${at - 1}` } })),
  );
  const pages: number[] = [];
  const seen = new Set<string>();
  for (let next: string | null = ""; next !== null;) {
    // oxlint-disable-next-line no-await-in-loop
    const { json } = await served.ask(
      `${list}${next === "" ? "" : `?after=${next}`}`,
      clients.admin,
    );
    const boards = json?.["boards"] as AdminPublicBoard[];
    for (const { path } of boards) seen.add(path);
    pages.push(boards.length);
    next = json?.["next"] as string | null;
  }
  expect(pages).toEqual([49, 1]);
  expect(seen.size).toBe(50);
});
