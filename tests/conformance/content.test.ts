/** Documents and files by the SDK and by REST, for each role (product.md, Permissions). */
import {
  collection,
  deleteDoc,
  doc,
  getDoc,
  getDocs,
  query,
  runTransaction,
  setDoc,
  updateDoc,
  where,
  writeBatch,
} from "firebase/firestore/lite";
import { deleteObject, getBytes, getDownloadURL, ref, uploadBytes } from "firebase/storage";
import { expect, test } from "vitest";
import type { SdkClient } from "../support/sdk-client.ts";
import { createSdkClient, signUp } from "../support/sdk-client.ts";
import { serveSite } from "../support/served-site.ts";
import type { ServedSite } from "../support/served-site.ts";

const denied = { code: "permission-denied" };
const unauthorized = { code: "storage/unauthorized" };
const bytes = new TextEncoder().encode("hello");

/** One client of each role; all close with the stack. */
async function openRoles(site: ServedSite, stack: AsyncDisposableStack) {
  const person = async () => stack.use(await signUp(createSdkClient(site.origin)));
  const visitor = stack.use(createSdkClient(site.origin));
  const [user, editor, admin] = [await person(), await person(), await person()];
  await site.serverBackend.setClaims(editor.uid, { editor: true });
  await site.serverBackend.setClaims(admin.uid, { admin: true });
  await Promise.all([editor.idToken(true), admin.idToken(true)]);
  return { visitor, user, editor, admin };
}

test("a hidden project is read by editors only, by get and by list", async () => {
  await using site = await serveSite();
  await using stack = new AsyncDisposableStack();
  const { visitor, user, editor, admin } = await openRoles(site, stack);
  await site.serverBackend.commit([
    { set: "projects/open", data: { title: "Open", hidden: false } },
    { set: "projects/plain", data: { title: "Plain" } },
    { set: "projects/secret", data: { title: "Secret", hidden: true } },
  ]);
  const all = ({ documents }: SdkClient) => collection(documents, "projects");
  const shown = (client: SdkClient) => query(all(client), where("hidden", "==", false));
  for (const client of [visitor, user]) {
    const at = (id: string) => doc(client.documents, "projects", id);
    expect((await getDoc(at("open"))).data()).toEqual({ title: "Open", hidden: false });
    expect((await getDoc(at("plain"))).exists()).toBe(true);
    for (const each of [shown(client), query(all(client), where("hidden", "in", [false]))]) {
      expect((await getDocs(each)).docs.map(({ id }) => id)).toEqual(["open"]);
    }
    await expect(getDoc(at("secret"))).rejects.toMatchObject(denied);
    await expect(getDoc(at("missing"))).rejects.toMatchObject(denied);
    const hopeless = [
      all(client),
      query(all(client), where("hidden", "==", true)),
      query(all(client), where("hidden", "!=", true)),
      query(all(client), where("hidden", "in", [false, true])),
      query(all(client), where("title", "==", "Open")),
      query(all(client), where("__name__", "==", "secret")),
    ];
    for (const each of hopeless) await expect(getDocs(each)).rejects.toMatchObject(denied);
    for (const write of [
      setDoc(at("new"), { title: "x", hidden: false }),
      updateDoc(at("open"), { title: "x" }),
      deleteDoc(at("open")),
      setDoc(at("secret"), { hidden: false }, { merge: true }),
      writeBatch(client.documents).set(at("new"), { hidden: false }).delete(at("open")).commit(),
      runTransaction(client.documents, async (transaction) => {
        await transaction.get(at("open"));
        transaction.update(at("open"), { title: "x" });
      }),
    ]) {
      await expect(write).rejects.toMatchObject(denied);
    }
  }
  for (const client of [editor, admin]) {
    expect((await getDocs(all(client))).size).toBe(3);
    await updateDoc(doc(client.documents, "projects", "secret"), { title: client.uid });
    expect((await getDoc(doc(client.documents, "projects", "secret"))).get("title")).toBe(
      client.uid,
    );
  }
});

test("whether a hidden project exists cannot be found out by a precondition", async () => {
  await using site = await serveSite();
  await using user = await signUp(createSdkClient(site.origin));
  await site.serverBackend.commit([{ set: "projects/secret", data: { hidden: true } }]);
  const root = "projects/foyer/databases/(default)/documents";
  const token = await user.idToken();
  for (const id of ["secret", "missing"]) {
    const name = `${root}/projects/${id}`;
    for (const write of [
      { update: { name, fields: {} }, currentDocument: { exists: false } },
      { update: { name, fields: {} }, currentDocument: { exists: true } },
      { verify: name, currentDocument: { exists: true } },
      { delete: name, currentDocument: { exists: true } },
    ]) {
      const response = await fetch(`${site.origin}/v1/${root}:commit`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ writes: [write] }),
      });
      expect(response.status).toBe(403);
    }
    const found = await fetch(`${site.origin}/v1/${root}/projects/${id}`);
    expect(found.status).toBe(403);
  }
});

test("private documents are their owner's alone, also before an admin", async () => {
  await using site = await serveSite();
  await using stack = new AsyncDisposableStack();
  const { visitor, user, editor, admin } = await openRoles(site, stack);
  const mine = (client: SdkClient, uid: string) =>
    doc(client.documents, "users", uid, "journal", "a");
  await setDoc(mine(user, user.uid), { text: "mine" });
  expect((await getDocs(collection(user.documents, "users", user.uid, "journal"))).size).toBe(1);
  for (const client of [visitor, editor, admin]) {
    await expect(getDoc(mine(client, user.uid))).rejects.toMatchObject(denied);
    await expect(setDoc(mine(client, user.uid), {})).rejects.toMatchObject(denied);
    await expect(
      getDocs(collection(client.documents, "users", user.uid, "journal")),
    ).rejects.toMatchObject(denied);
  }
});

test("what only the server writes is closed, for admins too", async () => {
  await using site = await serveSite();
  await using stack = new AsyncDisposableStack();
  const roles = await openRoles(site, stack);
  for (const client of Object.values(roles)) {
    for (const path of [
      "inbox/a",
      "auditLog/a",
      "pageViews/a",
      "shares/a",
      "server/a",
      "other/a",
    ]) {
      await expect(getDoc(doc(client.documents, path))).rejects.toMatchObject(denied);
      await expect(setDoc(doc(client.documents, path), {})).rejects.toMatchObject(denied);
    }
    await expect(setDoc(doc(client.documents, "memberships/a"), {})).rejects.toMatchObject(denied);
  }
  await expect(
    setDoc(doc(roles.editor.documents, "site/settings"), {}, { merge: true }),
  ).rejects.toMatchObject(denied);
  await setDoc(doc(roles.admin.documents, "site/settings"), { indexable: true }, { merge: true });
});

test("a file of a chat room opens for members, by a rule that reads Firestore", async () => {
  await using site = await serveSite();
  await using stack = new AsyncDisposableStack();
  const { visitor, user, editor, admin } = await openRoles(site, stack);
  const path = `chat/room1/${user.uid}/picture`;
  const upload = (client: SdkClient) => uploadBytes(ref(client.files, path), bytes);
  await expect(upload(user)).rejects.toMatchObject(unauthorized);
  await site.serverBackend.commit([
    { set: `memberships/chat_room1_${user.uid}`, data: { uid: user.uid } },
  ]);
  await upload(user);
  expect(new Uint8Array(await getBytes(ref(user.files, path)))).toEqual(bytes);
  for (const client of [visitor, editor, admin]) {
    await expect(getBytes(ref(client.files, path))).rejects.toMatchObject(unauthorized);
    await expect(upload(client)).rejects.toMatchObject(unauthorized);
  }
  await site.serverBackend.commit([{ delete: `memberships/chat_room1_${user.uid}` }]);
  await expect(getBytes(ref(user.files, path))).rejects.toMatchObject(unauthorized);
});

test("public files are read by all and written by editors, private ones are their owner's", async () => {
  await using site = await serveSite();
  await using stack = new AsyncDisposableStack();
  const { visitor, user, editor, admin } = await openRoles(site, stack);
  const at = (client: SdkClient, path: string) => ref(client.files, path);
  for (const client of [visitor, user]) {
    for (const path of ["public/a.txt", "drafts/a.txt", "a.txt", `users/${editor.uid}/a.txt`]) {
      await expect(uploadBytes(at(client, path), bytes)).rejects.toMatchObject(unauthorized);
    }
  }
  await uploadBytes(at(editor, "public/a.txt"), bytes, { contentType: "text/plain" });
  const url = await getDownloadURL(at(visitor, "public/a.txt"));
  expect(new URL(url).origin).toBe(site.origin);
  expect(await (await fetch(url)).text()).toBe("hello");
  await uploadBytes(at(editor, "drafts/a.txt"), bytes);
  await expect(getBytes(at(user, "drafts/a.txt"))).rejects.toMatchObject(unauthorized);
  await uploadBytes(at(user, `users/${user.uid}/a.txt`), bytes);
  await expect(getDownloadURL(at(user, `users/${user.uid}/a.txt`))).rejects.toMatchObject({
    code: "storage/no-download-url",
  });
  for (const client of [visitor, editor, admin]) {
    await expect(getBytes(at(client, `users/${user.uid}/a.txt`))).rejects.toMatchObject(
      unauthorized,
    );
    await expect(deleteObject(at(client, `users/${user.uid}/a.txt`))).rejects.toMatchObject(
      unauthorized,
    );
  }
  await deleteObject(at(user, `users/${user.uid}/a.txt`));
  await expect(getBytes(at(user, `users/${user.uid}/a.txt`))).rejects.toMatchObject({
    code: expect.stringMatching(/object-not-found|unauthorized/) as string,
  });
});
