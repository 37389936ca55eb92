/** What a browser with the unmodified SDK sees of a removal, a role and the end of an account. */
import { randomUUID } from "node:crypto";
import { onValue, ref } from "firebase/database";
import { doc, getDoc } from "firebase/firestore/lite";
import { getBytes, ref as fileRef, uploadBytes } from "firebase/storage";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { createSdkClient, recordOf, signUp } from "../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../tests/support/sdk-client.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { createAccountData } from "../account-data/account-data.ts";
import { createAudit } from "../audit/audit.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { type OpenPeople, openPeople, placesOf } from "./testing/open-people.ts";

let site: ServedSite;
let backend: ServerBackend;
const { log } = recordingLog();
const now = Date.now;
beforeAll(async () => {
  site = await serveSite();
  backend = site.serverBackend;
});
afterAll(async () => site[Symbol.asyncDispose]());

async function boardOf(room: OpenPeople, owner: string, others: string[]): Promise<string> {
  const made = await room.boards.create(owner, { name: "House", colour: "", zone: "UTC" });
  if (typeof made === "string" || "fault" in made) throw new Error("No board was made.");
  const { board } = made;
  const link = await room.invites.makeLink(owner, board, { role: "member", days: 1, uses: 9 });
  if (typeof link === "string") throw new Error(link);
  for (const uid of others) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await room.joining.join(uid, link.secret)).toEqual({ board });
  }
  return board;
}

const person = () => signUp(createSdkClient(site.origin));

/** Why somebody reads no file; undefined: they do. */
async function refusalOfFile({ files }: SignedInClient, path: string): Promise<string | undefined> {
  try {
    await getBytes(fileRef(files, path));
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

test.each(["embedded", "hosted"])(
  "who is removed reads no card, no file and no member any more, and their list says so (%s)",
  async (mode) => {
    await using ann = await person();
    await using ben = await person();
    const room = openPeople({
      backend: mode === "hosted" ? await hostedBackendOf(site) : backend,
      log,
      now,
    });
    const board = await boardOf(room, ann.uid, [ben.uid]);
    const path = `boards/${board}/f1/plan.txt`;
    await uploadBytes(fileRef(ben.files, path), new Uint8Array(3), { contentType: "text/plain" });
    expect(await refusalOfFile(ann, path)).toBeUndefined();
    const begun: Promise<void>[] = [];
    const ends = ["seq", "members", "cards"].map((place) => {
      const [begins, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
      const at = ref(ben.database, `boards/${board}/${place}`);
      onValue(
        at,
        () => begins.resolve(),
        ({ message }) => ends.resolve(message),
      );
      begun.push(begins.promise);
      return ends.promise;
    });
    await Promise.all(begun);
    const isOut = Promise.withResolvers<void>();
    onValue(ref(ben.database, `boardsOf/${ben.uid}`), (list) => {
      if (!list.exists()) isOut.resolve();
    });
    expect(await room.members.remove(ann.uid, board, ben.uid)).toBe("done");
    for (const message of await Promise.all(ends)) expect(message).toMatch(/permission_denied/i);
    await isOut.promise;
    expect(await refusalOfFile(ben, path)).toBe("storage/unauthorized");
    const late = uploadBytes(fileRef(ben.files, `boards/${board}/f2/x.txt`), new Uint8Array(1));
    await expect(late).rejects.toMatchObject({ code: "storage/unauthorized" });
    expect(await refusalOfFile(ann, path)).toBeUndefined();
  },
);

test("a viewer adds no file, and does once they are a member", async () => {
  await using ann = await person();
  await using ben = await person();
  const room = openPeople({ backend, log, now });
  const board = await boardOf(room, ann.uid, [ben.uid]);
  const upload = (id: string) =>
    uploadBytes(fileRef(ben.files, `boards/${board}/${id}/x.txt`), new Uint8Array(1), {
      contentType: "text/plain",
    });
  await room.members.setRole(ann.uid, board, { uid: ben.uid, role: "viewer" });
  await expect(upload("f1")).rejects.toMatchObject({ code: "storage/unauthorized" });
  await room.members.setRole(ann.uid, board, { uid: ben.uid, role: "member" });
  await upload("f1");
});

test("nobody reads or writes invites but the server, not even those to themselves", async () => {
  await using ann = await person();
  const room = openPeople({ backend, log, now });
  const board = await boardOf(room, ann.uid, []);
  const link = await room.invites.makeLink(ann.uid, board, { role: "member", days: 1, uses: 1 });
  if (typeof link === "string") throw new Error(link);
  await expect(getDoc(doc(ann.documents, `boardInvites/${link.id}`))).rejects.toMatchObject({
    code: "permission-denied",
  });
});

test.each(["embedded", "hosted"])(
  "when an account is erased its boards pass on or go, and invites of and to it end (%s)",
  async (mode) => {
    await using ann = await person();
    await using ben = await person();
    await backend.putValue(`users/${ann.uid}`, recordOf(ann));
    const used = mode === "hosted" ? await hostedBackendOf(site) : backend;
    const room = openPeople({ backend: used, log, now });
    const accountData = createAccountData({
      backend: used,
      jobs: () => jobs,
      audit: createAudit({ backend: used, now, newId: randomUUID }),
      mail: undefined,
      shared: room.ofAccounts,
      origin: () => "https://site.example",
      log,
      now,
    });
    const kinds = { ...accountData.jobKinds, ...room.jobKinds };
    const jobs: Jobs = createJobs({ backend: used, log, now, newId: randomUUID, kinds });

    const shared = await boardOf(room, ann.uid, [ben.uid]);
    const alone = await boardOf(room, ann.uid, []);
    const file = `boards/${alone}/f/x.txt`;
    await backend.putObject(file, new Uint8Array(1), { contentType: "text/plain" });
    const bens = await boardOf(room, ben.uid, []);
    await backend.updateAccount(ann.uid, { emailVerified: true });
    await room.invites.toAddress(ben.uid, bens, { email: ann.email, role: "member" });
    await room.invites.toAddress(ann.uid, shared, { email: "x@example.com", role: "member" });

    const counts = await accountData.eraseAccount(ann.uid, "cli");
    expect(counts).toMatchObject({ memberships: 2, boardsOf: 2, boardInvites: 3 });
    const roles = { [ben.uid]: "owner" };
    expect(await placesOf(backend, shared, [ann.uid, ben.uid])).toEqual({
      members: roles,
      documents: roles,
      lists: roles,
    });
    const stored = (await backend.getValue(`boards/${shared}`)).value;
    assertBoard(stored);
    expect(JSON.stringify(stored)).not.toContain(ann.email);
    expect((await backend.getValue(`boards/${alone}`)).value).toBeNull();
    expect(await backend.getObject(file)).toBeNull();
    const left = await backend.listDocuments("boardInvites");
    expect(left.filter(({ data }) => data["by"] === ann.uid)).toEqual([]);
    expect(left.filter(({ data }) => data["email"] === ann.email)).toEqual([]);
    expect((await backend.getValue(`boardsOf/${ann.uid}`)).value).toBeNull();
  },
);
