/** Calls of the database SDK beside plain reads and writes, against the site's own rules: none of them is a way around. */
import {
  get,
  goOffline,
  goOnline,
  increment,
  limitToFirst,
  onDisconnect,
  onValue,
  orderByChild,
  orderByKey,
  query,
  ref,
  runTransaction,
  set,
  setPriority,
  setWithPriority,
  update,
} from "firebase/database";
import { expect, test } from "vitest";
import type { SignedInClient } from "../support/sdk-client.ts";
import { createSdkClient, recordOf, signUp } from "../support/sdk-client.ts";
import { serveSite } from "../support/served-site.ts";

const denied = /permission[_ ]denied/i;
const LATER = "2026-02-03T04:05:06.789Z";

async function openPerson(origin: string): Promise<SignedInClient> {
  const person = await signUp(createSdkClient(origin));
  await set(ref(person.database, `users/${person.uid}`), recordOf(person));
  return person;
}

test("no record takes a priority, and no rule is passed by one", async () => {
  await using site = await serveSite();
  await using ann = await openPerson(site.origin);
  await using bob = await openPerson(site.origin);
  const own = ref(ann.database, `users/${ann.uid}`);
  const others = ref(ann.database, `users/${bob.uid}`);
  await expect(setPriority(own, 5)).rejects.toThrow(denied);
  await expect(setWithPriority(own, recordOf(ann), 1)).rejects.toThrow(denied);
  const name = ref(ann.database, `users/${ann.uid}/name`);
  await expect(setPriority(name, "x".repeat(100_000))).rejects.toThrow(denied);
  await expect(setWithPriority(name, "Ann", 1)).rejects.toThrow(denied);
  expect((await get(own)).priority).toBe(null);
  expect((await get(own)).val()).toEqual(recordOf(ann));
  await expect(setPriority(others, 5)).rejects.toThrow(denied);
  await expect(update(others, { ".priority": 5 })).rejects.toThrow(denied);
  await expect(setPriority(ref(ann.database, "users"), 5)).rejects.toThrow(denied);
  const record = { ...recordOf(ann), userAITokens: 1_000 };
  await expect(setWithPriority(own, record, 1)).rejects.toThrow(denied);
  const leaf = { ".value": 1_000, ".priority": 1 };
  await expect(update(own, { userAITokens: leaf })).rejects.toThrow(denied);
  await expect(set(own, { ...recordOf(ann), more: leaf })).rejects.toThrow(denied);
});

test("no query reads what a plain read would not", async () => {
  await using site = await serveSite();
  await using ann = await openPerson(site.origin);
  const users = ref(ann.database, "users");
  for (const target of [
    query(users, orderByKey(), limitToFirst(1)),
    query(users, orderByChild("email"), limitToFirst(1)),
    query(ref(ann.database), limitToFirst(1)),
  ]) {
    await expect(get(target)).rejects.toThrow(denied);
    await expect(
      new Promise((resolve, reject) => onValue(target, resolve, reject)),
    ).rejects.toThrow(denied);
  }
  const own = query(ref(ann.database, `users/${ann.uid}`), orderByKey(), limitToFirst(1));
  expect((await get(own)).val()).toEqual({ date_created: recordOf(ann).date_created });
});

test("a transaction and an increment are asked for like any write", async () => {
  await using site = await serveSite();
  await using ann = await openPerson(site.origin);
  const own = ref(ann.database, `users/${ann.uid}`);
  const named = await runTransaction(own, (record: object | null) =>
    record === null ? recordOf(ann) : { ...record, name: "Ann" },
  );
  expect(named.snapshot.child("name").val()).toBe("Ann");
  const richer = runTransaction(ref(ann.database, `users/${ann.uid}/userAITokens`), () => 1_000);
  await expect(richer).rejects.toThrow(denied);
  const tokens = { userAITokens: increment(100) };
  await expect(update(own, tokens)).rejects.toThrow(denied);
  await set(ref(ann.database, `users/${ann.uid}/userAITokens`), increment(0));
});

test("what a person leaves behind is written to the own record alone", async () => {
  await using site = await serveSite();
  await using ann = await openPerson(site.origin);
  await using bob = await openPerson(site.origin);
  await expect(onDisconnect(ref(ann.database, `users/${bob.uid}`)).remove()).rejects.toThrow(
    denied,
  );
  await onDisconnect(ref(ann.database, `users/${ann.uid}`)).update({ last_logged_in: LATER });
  goOffline(ann.database);
  goOnline(ann.database);
  const seen = Promise.withResolvers<void>();
  onValue(ref(ann.database, `users/${ann.uid}/last_logged_in`), (snapshot) => {
    if (snapshot.val() === LATER) seen.resolve();
  });
  await seen.promise;
  expect((await get(ref(bob.database, `users/${bob.uid}`))).val()).toEqual(recordOf(bob));
});
