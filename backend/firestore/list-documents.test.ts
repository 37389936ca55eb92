// Lists of documents and of collection ids, page by page.
import { expect, test } from "vitest";
import { nameOf, openDocuments } from "./testing/open-documents.ts";

type Documents = Awaited<ReturnType<typeof openDocuments>>;

const rank = (number: number) => ({ rank: { integerValue: String(number) } });

function idsOf(body: { documents?: { name: string }[] }): string[] {
  return (body.documents ?? []).map(({ name }) => name.slice(name.lastIndexOf("/") + 1));
}

/** All pages, each as the ids that are on it. */
async function pagesOf(documents: Documents, path: string): Promise<string[][]> {
  const pages: string[][] = [];
  let token = "";
  do {
    const { body } = await documents.send("GET", `${path}&pageToken=${token}`);
    pages.push(idsOf(body));
    token = body.nextPageToken ?? "";
  } while (token !== "");
  return pages;
}

test("a collection is listed by name, page by page, without what is below or beside it", async () => {
  await using documents = await openDocuments();
  for (const path of ["a/3", "a/1", "a/__id7__", "a/2", "a/1/b/x", "a/9/b/x", "aa/1", "things/1"]) {
    await documents.put(path, {});
  }
  expect(await pagesOf(documents, "/a?pageSize=3")).toEqual([["__id7__", "1", "2"], ["3"]]);
  expect(await pagesOf(documents, "/a?pageSize=4")).toEqual([["__id7__", "1", "2", "3"]]);
  expect(await pagesOf(documents, "/a/1/b?pageSize=4")).toEqual([["x"]]);
  expect(await pagesOf(documents, "/things?pageSize=4")).toEqual([["1"]]);
  expect((await documents.send("GET", "/none")).body).toEqual({});
});

test("a list is ordered as it is asked for, ties by name, and masked", async () => {
  await using documents = await openDocuments();
  for (const [id, number] of [
    ["a", 1],
    ["b", 2],
    ["c", 1],
    ["d", 3],
  ] as const) {
    await documents.put(`x/${id}`, { ...rank(number), other: { nullValue: null } });
  }
  await documents.put("x/none", {});
  expect(await pagesOf(documents, "/x?orderBy=rank&pageSize=2")).toEqual([
    ["a", "c"],
    ["b", "d"],
  ]);
  expect(await pagesOf(documents, "/x?orderBy=rank%20desc&pageSize=3")).toEqual([
    ["d", "b", "c"],
    ["a"],
  ]);
  const quoted = await pagesOf(
    documents,
    "/x?orderBy=%60rank%60%20desc,__name__%20DESC&pageSize=9",
  );
  expect(quoted).toEqual([["d", "b", "c", "a"]]);
  const byName = await pagesOf(documents, "/x?orderBy=__name__%20desc&pageSize=4");
  expect(byName).toEqual([["none", "d", "c", "b"], ["a"]]);
  const { body } = await documents.send("GET", "/x?pageSize=1&mask.fieldPaths=rank");
  expect(body.documents[0].fields).toEqual(rank(1));
});

test("missing documents are shown to the server when it asks for them", async () => {
  await using documents = await openDocuments({
    clients: { ann: { uid: "ann", token: {} } },
    rules: `rules_version = '2'; service cloud.firestore {
      match /databases/{database}/documents { match /{all=**} { allow read; } } }`,
  });
  for (const path of ["a/2", "a/1/b/x", "a/1/b/y/c/z", "a/3/b/x", "a/3", "a/4/b/y/c/z", "b/1"]) {
    await documents.put(path, {});
  }
  const { body } = await documents.send("GET", "/a?showMissing=true");
  expect(
    body.documents.map(({ name, createTime }: Record<string, string>) => [
      name,
      createTime !== undefined,
    ]),
  ).toEqual([
    [nameOf("a/1"), false],
    [nameOf("a/2"), true],
    [nameOf("a/3"), true],
    [nameOf("a/4"), false],
  ]);
  expect(body.documents[0]).toEqual({ name: nameOf("a/1") });
  expect(await pagesOf(documents, "/a?showMissing=true&pageSize=3")).toEqual([
    ["1", "2", "3"],
    ["4"],
  ]);
  expect(await pagesOf(documents, "/a?showMissing=false&pageSize=3")).toEqual([["2", "3"]]);
  expect((await documents.ask("ann", "/a?showMissing=true")).status).toBe(403);
  expect(idsOf((await documents.ask("ann", "/a")).body)).toEqual(["2", "3"]);
});

test("rules see the size of the page as the limit", async () => {
  await using documents = await openDocuments({
    clients: { ann: { uid: "ann", token: {} } },
    rules: `rules_version = '2'; service cloud.firestore { match /databases/{database}/documents {
      match /a/{id} { allow list: if request.query.limit <= 2; } } }`,
  });
  for (const id of ["1", "2", "3"]) await documents.put(`a/${id}`, {});
  const first = await documents.ask("ann", "/a?pageSize=2");
  expect(idsOf(first.body)).toEqual(["1", "2"]);
  const next = `/a?pageSize=2&pageToken=${first.body.nextPageToken}`;
  expect(idsOf((await documents.ask("ann", next)).body)).toEqual(["3"]);
  for (const path of ["/a?pageSize=3", "/a", "/b?pageSize=1"]) {
    expect((await documents.ask("ann", path)).status, path).toBe(403);
  }
  expect((await documents.ask(null, "/a?pageSize=2")).status).toBe(200);
});

test("a page has a hundred documents unless it is asked otherwise, and three hundred at most", async () => {
  await using documents = await openDocuments();
  const writes = Array.from({ length: 350 }, (_, index) => ({
    update: { name: nameOf(`a/${index}`), fields: {} },
  }));
  await documents.commit(...writes);
  expect(idsOf((await documents.send("GET", "/a")).body)).toHaveLength(100);
  expect(idsOf((await documents.send("GET", "/a?pageSize=0")).body)).toHaveLength(100);
  const most = await documents.send("GET", "/a?pageSize=100000");
  expect(idsOf(most.body)).toHaveLength(300);
  expect((await pagesOf(documents, "/a?pageSize=300")).map((page) => page.length)).toEqual([
    300, 50,
  ]);
});

test("a page token is checked: it is of its list, or refused", async () => {
  await using documents = await openDocuments();
  for (const id of ["1", "2"]) await documents.put(`a/${id}`, rank(1));
  const { nextPageToken } = (await documents.send("GET", "/a?pageSize=1")).body;
  const content = JSON.parse(Buffer.from(nextPageToken, "base64url").toString());
  const forged = (change: object) =>
    Buffer.from(JSON.stringify({ ...content, ...change })).toString("base64url");
  const tokens = [
    ["/b", nextPageToken],
    ["/a?orderBy=rank", nextPageToken],
    ["/a?showMissing=true", nextPageToken],
    ["/a", "x"],
    ["/a", Buffer.from("[]").toString("base64url")],
    ["/a", "A".repeat(7_000)],
    ["/a", forged({ values: [] })],
    ["/a", forged({ values: [null] })],
    ["/a", forged({ values: [{ stringValue: "1" }] })],
    ["/a", forged({ values: [{ referenceValue: nameOf("b/1") }] })],
    ["/a", forged({ values: [{ referenceValue: nameOf("a/1/b/1") }] })],
  ];
  for (const [path = "", token] of tokens) {
    const sign = path.includes("?") ? "&" : "?";
    const answer = await documents.send("GET", `${path}${sign}pageToken=${token}`);
    expect([answer.status, answer.body.error?.status], `${path} ${token}`).toEqual([
      400,
      "INVALID_ARGUMENT",
    ]);
  }
  await documents.send("DELETE", "/a/1");
  const next = await documents.send("GET", `/a?pageToken=${nextPageToken}`);
  expect(idsOf(next.body)).toEqual(["2"]);
});

test("an order that no token can hold is refused with what to do", async () => {
  await using documents = await openDocuments();
  const text = { stringValue: "x".repeat(10_000) };
  for (const id of ["1", "2"]) await documents.put(`a/${id}`, { text });
  const answer = await documents.send("GET", "/a?orderBy=text&pageSize=1");
  expect([answer.status, answer.body.error.message]).toEqual([
    400,
    expect.stringContaining("use :runQuery with cursors"),
  ]);
  expect((await documents.send("GET", "/a?orderBy=text")).status).toBe(200);
});

test("parameters of a list that are wrong are refused", async () => {
  await using documents = await openDocuments();
  for (const query of [
    "pageSize=-1",
    "pageSize=x",
    "pageSize=1.5",
    "orderBy=a%20b",
    "orderBy=a,",
    "orderBy=a,a",
    "orderBy=__name__,a",
    "orderBy=,",
    "orderBy=%60a",
    "orderBy=a%20up",
    "showMissing=1",
    "showMissing=true&orderBy=a",
    "showMissing=true&orderBy=__name__,a",
    "showMissing=true&orderBy=__name__%20desc",
    "collectionId=a",
  ]) {
    const { status, body } = await documents.send("GET", `/a?${query}`);
    expect([status, body.error?.status], query).toEqual([400, "INVALID_ARGUMENT"]);
  }
});

test("collection ids are listed below the root and below a document, also where only their subcollections have documents", async () => {
  await using documents = await openDocuments();
  for (const path of ["b/1", "a/1/x/1", "a/1/w/1/v/1", "a/2/u/1", "c/1/d/1", "ü/1", "a\0/1"]) {
    await documents.put(path, {});
  }
  const list = async (path: string, body: object = {}) =>
    (await documents.post(`${path}:listCollectionIds`, body)).body;
  expect(await list("")).toEqual({ collectionIds: ["a", "a\0", "b", "c", "ü"] });
  expect(await list("/a/1")).toEqual({ collectionIds: ["w", "x"] });
  expect(await list("/a/1/w/1")).toEqual({ collectionIds: ["v"] });
  expect(await list("/b/1")).toEqual({});
  const first = await list("", { pageSize: 2 });
  expect(first.collectionIds).toEqual(["a", "a\0"]);
  const second = await list("", { pageSize: 3, pageToken: first.nextPageToken });
  expect(second).toEqual({ collectionIds: ["b", "c", "ü"] });
  await documents.send("DELETE", "/b/1");
  expect((await list("")).collectionIds).toEqual(["a", "a\0", "c", "ü"]);
});

test("collection ids are for the server only, and their pages are checked", async () => {
  await using documents = await openDocuments({
    clients: { ann: { uid: "ann", token: {} } },
    rules: `rules_version = '2'; service cloud.firestore {
      match /databases/{database}/documents { match /{all=**} { allow read, write; } } }`,
  });
  for (const token of [null, "ann"]) {
    const answer = await documents.ask(token, ":listCollectionIds", {});
    expect([answer.status, answer.body.error.status]).toEqual([403, "PERMISSION_DENIED"]);
  }
  expect((await documents.send("POST", ":listCollectionIds")).status).toBe(200);
  expect((await documents.post("/a:listCollectionIds", {})).status).toBe(400);
  expect((await documents.post(":listCollectionIds", { pageToken: "x" })).status).toBe(400);
  expect((await documents.post(":listCollectionIds", { pageSize: -1 })).status).toBe(400);
  const readTime = "2026-01-01T00:00:00Z";
  expect((await documents.post(":listCollectionIds", { readTime })).status).toBe(501);
});
