import { channel } from "node:diagnostics_channel";
import type { Worker } from "node:worker_threads";
import { hashSync } from "bcryptjs";
import { expect, test } from "vitest";
import { openAuth } from "../testing/open-auth.ts";

/** The threads that are begun from now on. */
function watchThreads() {
  const threads: Worker[] = [];
  const note = (message: unknown) => void threads.push((message as { worker: Worker }).worker);
  channel("worker_threads").subscribe(note);
  return {
    threads,
    [Symbol.dispose]: () => {
      channel("worker_threads").unsubscribe(note);
    },
  };
}

async function openWithBcrypt() {
  const auth = await openAuth();
  const passwordHash = Buffer.from(hashSync("an old password", 4)).toString("base64url");
  await auth.admin(":batchCreate", {
    hashAlgorithm: "BCRYPT",
    users: [{ localId: "old", email: "old@example.com", passwordHash }],
  });
  return auth;
}

test("an e-mail of nobody costs the work of a hash that accounts have", async () => {
  await using auth = await openWithBcrypt();
  using watched = watchThreads();
  const { body } = await auth.signIn("nobody@example.com", "some password");
  expect(body.error.message).toBe("INVALID_LOGIN_CREDENTIALS");
  // Only bcrypt needs one.
  expect(watched.threads).toHaveLength(1);
});

test("a service that has closed checks no password, and its threads have ended", async () => {
  await using auth = await openWithBcrypt();
  using watched = watchThreads();
  expect((await auth.signIn("old@example.com", "wrong")).status).toBe(400);
  const ended = new Promise((resolve) => watched.threads[0]?.once("exit", resolve));
  await auth.service.close();
  await ended;
  expect((await auth.signIn("old@example.com", "an old password")).status).toBe(503);
  expect(watched.threads).toHaveLength(1);
});
