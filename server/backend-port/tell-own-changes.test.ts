import { expect, test } from "vitest";
import { openSite } from "../../tests/support/site.ts";
import { tellOwnChanges } from "./tell-own-changes.ts";

test("what this process changes of accounts and values is told once it is done, and what was not done is not", async () => {
  await using site = await openSite();
  const told: string[] = [];
  const backend = tellOwnChanges(site.serverBackend, {
    onWrite: (path, value) => told.push(`${path} ${JSON.stringify(value)}`),
    onAccountChange: ({ uid }) => told.push(uid),
  });
  const { uid } = await backend.createAccount({ email: "a@example.com" });
  await backend.updateAccount(uid, { disabled: true });
  await backend.setClaims(uid, { editor: true });
  await backend.updateValues({ [`users/${uid}/name`]: "A", "server/x": null });
  const { etag } = await backend.getValue("server/y");
  expect(await backend.putValue("server/y", 1, etag)).toBe(true);
  expect(await backend.putValue("server/y", 2, etag)).toBe(false);
  await expect(backend.updateAccount("nobody", { disabled: true })).rejects.toThrow(
    "USER_NOT_FOUND",
  );
  await backend.deleteAccount(uid);
  expect(told).toEqual([
    uid,
    uid,
    uid,
    `users/${uid}/name "A"`,
    "server/x null",
    "server/y 1",
    uid,
  ]);
  expect(await backend.getAccount(uid)).toBeNull();
});
