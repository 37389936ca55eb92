/** Who is no member any more hears why: their list lacks a board, and its log is closed to them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Notification } from "#lib/notification.ts";
import { createSdkClient, signUp } from "../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../tests/support/sdk-client.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { serveBoards } from "../api/boards/testing/serve-boards.ts";

let site: ServedSite;
let ann: SignedInClient;
let ben: SignedInClient;
beforeAll(async () => {
  site = await serveSite();
  ann = await signUp(createSdkClient(site.origin));
  ben = await signUp(createSdkClient(site.origin));
  await site.serverBackend.putValue(`users/${ann.uid}/name`, "Ann");
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await ben[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const patient = { timeout: 20_000 };
const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;

async function titlesOf({ uid }: SignedInClient): Promise<string[]> {
  const all = Object.values((await valueAt(`notifications/${uid}`)) ?? {}) as Notification[];
  return all.map(({ title }) => title).filter((title) => !title.endsWith("on your board now"));
}

test("a removal and a deletion are told to who was a member, once, and to nobody else", async () => {
  let now = Date.now();
  await using served = await serveBoards({ backend: site.serverBackend, now: () => now });
  const { ask, jobs } = served;
  const boardOfBoth = async (name: string) => {
    const made = await ask("POST /api/boards", ann, { name, colour: "", zone: "UTC" });
    const board = String(made.json?.["board"]);
    const link = { role: "member", days: 1, uses: 1 };
    const { json } = await ask(`POST /api/boards/${board}/invites`, ann, { link });
    await ask("POST /api/boards/join", ben, { secret: json?.["secret"] });
    return board;
  };
  const kitchen = await boardOfBoth("Kitchen");
  const remove = `POST /api/boards/${kitchen}/members/remove`;
  expect((await ask(remove, ann, { uid: ben.uid })).status).toBe(204);
  const removed = "Ann removed you from “Kitchen”";
  await expect.poll(() => titlesOf(ben), patient).toEqual([removed]);

  const garden = await boardOfBoth("Garden");
  expect((await ask(`POST /api/boards/${garden}/delete`, ann, { name: "Garden" })).status).toBe(
    204,
  );
  const both = [removed, "Ann deleted the board “Garden”"].toSorted();
  await expect.poll(async () => (await titlesOf(ben)).toSorted(), patient).toEqual(both);
  now += 120_000;
  await jobs.runDue();
  expect(await valueAt(`boards/${garden}`)).toBeNull();
  expect((await titlesOf(ben)).toSorted()).toEqual(both);
  expect(await titlesOf(ann)).toEqual([]);
  await jobs.close();
});
