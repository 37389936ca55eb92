/** What becomes of shared folders when an account goes: a member's, and the owner's. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FolderPeople, SharedFolders } from "#lib/drive/people.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { type SignedInClient, createSdkClient, signUp } from "../../tests/support/sdk-client.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import { createAccountData } from "../account-data/account-data.ts";
import { servePeople } from "../api/drive/testing/serve-people.ts";
import { createAudit } from "../audit/audit.ts";
import { newDriveId } from "./new-id.ts";

test("a member who goes leaves the folder and what they brought; an owner who goes leaves no row of it", async () => {
  await using site = await serveSite();
  const backend = site.serverBackend;
  await using served = await servePeople({ backend, now: Date.now });
  const { ask, act, people, store, jobs } = served;
  const { log } = recordingLog();
  const accountData = createAccountData({
    backend,
    jobs: () => ({ schedule: async () => "", cancel: async () => true }),
    audit: createAudit({ backend, now: Date.now, newId: randomUUID }),
    mail: undefined,
    shared: people.ofAccounts,
    origin: () => "https://site.example",
    log,
    now: Date.now,
  });
  const person = async () => {
    const client = await signUp(createSdkClient(site.origin));
    await backend.updateAccount(client.uid, { emailVerified: true });
    return client;
  };
  await using ann = await person();
  await using ben = await person();
  await using eve = await person();
  const [folder, other, brought] = [newDriveId(), newDriveId(), newDriveId()];
  for (const id of [folder, other]) {
    // oxlint-disable-next-line no-await-in-loop
    await act(ann.uid, ann.uid, { act: "make-folder", id, parent: "", name: id });
  }
  const join = async (who: SignedInClient, role: "viewer" | "member") => {
    await ask("POST /api/drive/people", ann, { id: folder, email: who.email, role });
    const { invites } = (await ask("GET /api/drive/shared", who)).json as SharedFolders;
    const answer = { invite: invites[0]?.id };
    expect((await ask("POST /api/drive/people/accept", who, answer)).status).toBe(200);
  };
  await join(ben, "member");
  await join(eve, "viewer");
  await act(ben.uid, ann.uid, { act: "make-folder", id: brought, parent: folder, name: "Ben's" });
  await ask("POST /api/drive/people", ann, { id: other, email: ben.email, role: "viewer" });
  const list = async (id: string) =>
    (await ask(`GET /api/drive/people?owner=${ann.uid}&id=${id}`, ann))
      .json as unknown as FolderPeople;

  await accountData.eraseAccount(ben.uid, "cli");
  expect((await list(folder)).people.map(({ uid }) => uid)).toEqual([eve.uid]);
  expect((await list(other)).invites).toEqual([]);
  expect(await store.readNode(ann.uid, brought)).toMatchObject({ name: "Ben's", parent: folder });
  expect(await store.readNode(ann.uid, folder)).toMatchObject({ shared: true });

  await ask("POST /api/drive/people", ann, { id: other, email: eve.email, role: "viewer" });
  await accountData.eraseAccount(ann.uid, "cli");
  expect((await ask("GET /api/drive/shared", eve)).json).toEqual({ folders: [], invites: [] });
  const asked = `GET /api/drive/folder?owner=${ann.uid}&id=${folder}`;
  expect((await ask(asked, eve)).status).toBe(404);
  // What was still to be told is told to nobody.
  await jobs.runDue();
  const left = await Promise.all([
    backend.findDocuments("memberships", { where: { kind: "folders" }, limit: 10 }),
    backend.findDocuments("folderInvites", { limit: 10 }),
    backend.documentsBelow(`users/${ann.uid}`, { limit: 10 }),
  ]);
  expect(left).toEqual([[], [], []]);
});
