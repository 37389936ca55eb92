/** Room for files on Firebase, through the whole server: its `/api`, and uploads as a client sends them to Google. */
import { standInOptions } from "../support/firebase-stand-in-hosts.ts";
import type { FoyerProcess } from "../support/foyer-process.ts";
import { expect, test } from "../support/site-test.ts";

const hosted = { tag: "@hosted" };
const objects = `https://firebasestorage.googleapis.com/v0/b/${standInOptions.storageBucket}/o`;

test.describe("room for files", hosted, () => {
  test.use({ ownSite: true, siteEnv: { FOYER_USER_QUOTA_MB: "1" } });

  test("is reserved before an upload, kept while the file is there, and free again after it", async ({
    foyer,
  }) => {
    const ann = await openAccount(foyer);
    const name = `users/${ann.uid}/diary.txt`;
    expect(await ann.upload(name, 1000, "")).toBe(403);
    const asked = await ann.post("/api/upload-reservations", { name, sizeBytes: 1000 });
    expect(asked.status).toBe(200);
    const { id, expiresAt } = (await asked.json()) as { id: string; expiresAt: number };
    expect(expiresAt).toBeGreaterThan(Date.now());
    expect(await ann.upload(name, 999, id)).toBe(403);
    expect(await ann.upload(name, 1000, id)).toBe(200);
    expect(await ann.settle(id)).toBe(204);
    expect(await ann.usage()).toMatchObject({ usedBytes: 1000, reservedBytes: 0, objects: 1 });

    const sizeBytes = 1024 ** 2 - 999;
    const refused = await ann.post("/api/upload-reservations", { name: `${name}2`, sizeBytes });
    expect([refused.status, await refused.json()]).toEqual([
      402,
      { error: { code: "quota-exceeded", message: expect.any(String) } },
    ]);
    expect(await ann.remove(name)).toBe(204);
    expect(await ann.settle(id)).toBe(204);
    expect(await ann.usage()).toMatchObject({ usedBytes: 0, reservedBytes: 0, objects: 0 });
    expect(
      (await ann.post("/api/upload-reservations", { name: `${name}2`, sizeBytes })).status,
    ).toBe(200);
    expect(foyer.logs()).not.toContain("diary");
  });

  test("many at once get what there is and no more", async ({ foyer }) => {
    const ann = await openAccount(foyer);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        ann.post("/api/upload-reservations", {
          name: `users/${ann.uid}/${index}`,
          sizeBytes: 1024 ** 2 / 16,
        }),
      ),
    );
    const given = answers.filter(({ status }) => status === 200);
    expect(given).toHaveLength(16);
    expect(await ann.usage()).toMatchObject({ usedBytes: 0, reservedBytes: 1024 ** 2 });
  });
});

test(
  "a site that is its own backend makes no reservations",
  { tag: "@embedded" },
  async ({ foyer }) => {
    const answer = await fetch(`${foyer.origin}/api/upload-reservations`, { method: "POST" });
    expect(answer.status).toBe(404);
  },
);

/** Somebody with a client of their own, who has just signed up. */
async function openAccount({ origin, standIn }: FoyerProcess) {
  if (standIn === undefined) throw new Error("This site is not hosted.");
  const google = standIn.fetch;
  const email = `${crypto.randomUUID()}@example.com`;
  const signUp = await google(
    `https://identitytoolkit.googleapis.com/v1/accounts:signUp?key=${standInOptions.apiKey}`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: "correct horse", returnSecureToken: true }),
    },
  );
  const { idToken, localId: uid } = (await signUp.json()) as { idToken: string; localId: string };
  const bearer = { authorization: `Bearer ${idToken}` };
  const post = (path: string, body: object) =>
    fetch(origin + path, { method: "POST", headers: bearer, body: JSON.stringify(body) });
  return {
    uid,
    post,
    settle: async (id: string) =>
      (await post("/api/effects", { path: `uploadReservations/${id}` })).status,
    usage: () => standIn.console.storageUsage(uid),
    async upload(name: string, sizeBytes: number, reservation: string): Promise<number> {
      const type = "Content-Type: text/plain";
      const metadata = JSON.stringify({ metadata: { reservation } });
      const body = [`--x\r\n${type}\r\n\r\n${metadata}`, `--x\r\n${type}\r\n\r\n`].join("\r\n");
      const answer = await google(`${objects}?name=${encodeURIComponent(name)}`, {
        method: "POST",
        headers: {
          ...bearer,
          "content-type": "multipart/related; boundary=x",
          "x-goog-upload-protocol": "multipart",
        },
        body: `${body}${"a".repeat(sizeBytes)}\r\n--x--`,
      });
      return answer.status;
    },
    remove: async (name: string) =>
      (
        await google(`${objects}/${encodeURIComponent(name)}`, {
          method: "DELETE",
          headers: bearer,
        })
      ).status,
  };
}
