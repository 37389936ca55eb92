/** From the request for room to the upload by the SDK, under the site's own rules as Google's tokens meet them. */
import { deleteObject, getMetadata, ref, updateMetadata, uploadBytes } from "firebase/storage";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { openHostedFiles } from "../../hosted-files/testing/open-hosted-files.ts";
import type { OpenHostedFiles } from "../../hosted-files/testing/open-hosted-files.ts";
import { createUploadReservationsEndpoint } from "./upload-reservations.ts";

let open: OpenHostedFiles;
let ann: SignedInClient;
let ben: SignedInClient;

beforeAll(async () => {
  open = await openHostedFiles(1000);
  ann = await signUp(createSdkClient(open.site.origin));
  ben = await signUp(createSdkClient(open.site.origin));
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await ben[Symbol.asyncDispose]();
  await open[Symbol.asyncDispose]();
});

/** With limits that nobody has used yet. */
function openEndpoint(verifyIdToken?: ServerBackend["verifyIdToken"]) {
  const backend = verifyIdToken === undefined ? open.backend : { verifyIdToken };
  const endpoint = createUploadReservationsEndpoint({ backend, ledger: open.files, now: () => 0 });
  return async (body: unknown, token?: string) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const request = new Request("http://localhost/api/x", { method: "POST", headers });
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await endpoint.answer({ request, body: text, client: "203.0.113.9" });
    const answer = (await response.json()) as {
      id: string;
      expiresAt: number;
      error?: { code: string };
    };
    return { status: response.status, headers: response.headers, answer };
  };
}

async function reserve(client: SignedInClient, name: string, sizeBytes: number): Promise<string> {
  const { status, answer } = await openEndpoint()({ name, sizeBytes }, await client.idToken());
  expect(status).toBe(200);
  return answer.id;
}

function upload(client: SignedInClient, name: string, sizeBytes: number, reservation?: string) {
  const customMetadata = { note: "a", ...(reservation !== undefined && { reservation }) };
  return uploadBytes(ref(client.files, name), new Uint8Array(sizeBytes), { customMetadata });
}

const refused = { code: "storage/unauthorized" };

test("an upload comes in with what was reserved for it, and in no other way", async () => {
  const name = `users/${ann.uid}/a`;
  const id = await reserve(ann, name, 10);
  await expect(upload(ann, name, 10)).rejects.toMatchObject(refused);
  await expect(upload(ann, name, 11, id)).rejects.toMatchObject(refused);
  await expect(upload(ann, `${name}b`, 10, id)).rejects.toMatchObject(refused);
  await expect(upload(ann, name, 10, "x".repeat(22))).rejects.toMatchObject(refused);
  await expect(upload(ann, name, 10, `../${id.slice(3)}`)).rejects.toMatchObject(refused);
  await expect(upload(ben, name, 10, id)).rejects.toMatchObject(refused);
  await upload(ann, name, 10, id);
  // Once more, as after a lost answer.
  await upload(ann, name, 10, id);
});

test("metadata can be changed as long as it keeps its reservation", async () => {
  const name = `users/${ann.uid}/metadata`;
  const file = ref(ann.files, name);
  const other = await reserve(ann, `users/${ann.uid}/other`, 10);
  await upload(ann, name, 10, await reserve(ann, name, 10));
  const { customMetadata } = await updateMetadata(file, { customMetadata: { note: "b" } });
  expect(customMetadata).toMatchObject({ note: "b", reservation: expect.any(String) });
  for (const reservation of [other, "", "x"]) {
    await expect(updateMetadata(file, { customMetadata: { reservation } })).rejects.toMatchObject(
      refused,
    );
  }
  const kept = await getMetadata(file);
  expect(kept.customMetadata).toEqual(customMetadata);
});

test("a freed reservation lets nothing in", async () => {
  const name = `users/${ann.uid}/freed`;
  const id = await reserve(ann, name, 10);
  await upload(ann, name, 10, id);
  await open.files.settle(id);
  await deleteObject(ref(ann.files, name));
  await open.files.settle(id);
  await expect(upload(ann, name, 10, id)).rejects.toMatchObject(refused);
});

test("a member's file needs the membership and the reservation, two look-ups in all", async () => {
  const name = `chat/room/${ben.uid}/a`;
  const id = await reserve(ben, name, 10);
  await expect(upload(ben, name, 10, id)).rejects.toMatchObject(refused);
  const path = `memberships/chat_room_${ben.uid}`;
  await open.backend.commit([{ set: path, data: { uid: ben.uid } }]);
  await expect(upload(ben, name, 10)).rejects.toMatchObject(refused);
  await upload(ben, name, 10, id);
});

test("clients neither make reservations nor change what is counted", async () => {
  const origin = `${open.site.origin}/v1/projects/foyer/databases/(default)/documents`;
  const Authorization = `Bearer ${await ann.idToken()}`;
  for (const path of [
    `uploadReservations/${"z".repeat(22)}`,
    `storageUsage/${ann.uid}`,
    `storageQuotas/${ann.uid}`,
    "leases/filesSweep",
  ]) {
    const body = JSON.stringify({ fields: { uid: { stringValue: ann.uid } } });
    const write = await fetch(`${origin}/${path}`, {
      method: "PATCH",
      headers: { Authorization },
      body,
    });
    expect(write.status, path).toBe(403);
    const read = await fetch(`${origin}/${path}`, { headers: { Authorization } });
    expect(read.status, path).toBe(403);
  }
});

test("what has no room is 402, and what is not the caller's place 403", async () => {
  const ask = openEndpoint();
  const token = await ben.idToken();
  const own = `users/${ben.uid}/big`;
  const over = await ask({ name: own, sizeBytes: 1001 }, token);
  expect([over.status, over.answer.error?.code]).toEqual([402, "quota-exceeded"]);
  expect((await ask({ name: own, sizeBytes: 5 * 1024 ** 3 + 1 }, token)).status).toBe(413);
  for (const name of [
    `users/${ann.uid}/a`,
    `users/${ben.uid}`,
    `users/${ben.uid}x/a`,
    "users//a",
    "public/a.png",
    "drafts/a.png",
    "chat/room",
    "elsewhere/a",
    "a",
  ]) {
    expect((await ask({ name, sizeBytes: 1 }, token)).status, name).toBe(403);
  }
  await open.backend.setClaims(ben.uid, { editor: true });
  const editor = await ben.idToken(true);
  expect((await ask({ name: "public/a.png", sizeBytes: 1 }, editor)).status).toBe(200);
});

test("nonsense is 400, a stranger 401, too much 429, a backend out of reach 503", async () => {
  const ask = openEndpoint();
  const token = await ann.idToken();
  const name = `users/${ann.uid}/b`;
  for (const body of [
    "",
    "{",
    "[]",
    { name },
    { name, sizeBytes: -1 },
    { name, sizeBytes: 1.5 },
    { name, sizeBytes: "1" },
    { name, sizeBytes: 1e20 },
    { name: "", sizeBytes: 1 },
    { name: 7, sizeBytes: 1 },
    { name: `${name}\r\n`, sizeBytes: 1 },
    { name: `users/${ann.uid}/../a`, sizeBytes: 1 },
    { name: `${name}\ud800`, sizeBytes: 1 },
    { name: name + "x".repeat(1024), sizeBytes: 1 },
  ]) {
    expect((await ask(body, token)).status, JSON.stringify(body)).toBe(400);
  }
  expect((await ask({ name, sizeBytes: 1 })).status).toBe(401);
  expect((await ask({ name, sizeBytes: 1 }, `${token}x`)).status).toBe(401);

  const many = openEndpoint(async () => ({ uid: "many", claims: {} }));
  const refusals: number[] = [];
  for (let call = 0; call < 601; call += 1) {
    refusals.push((await many({ name: "elsewhere/a", sizeBytes: 1 }, "any")).status);
  }
  expect(refusals.slice(0, 600).every((status) => status === 403)).toBe(true);
  expect(refusals.at(-1)).toBe(429);

  const down = openEndpoint(() => Promise.reject(new BackendError("UNAVAILABLE", "down")));
  const answer = await down({ name, sizeBytes: 1 }, token);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
});
