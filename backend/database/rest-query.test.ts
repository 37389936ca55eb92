import { expect, test } from "vitest";
import { openDatabase } from "./testing/open-database.ts";

const RULES = {
  rules: {
    dinosaurs: {
      ".read": true,
      ".write": true,
      ".indexOn": ["height", "size/length", ".value"],
    },
  },
};

// As in Firebase's guide: a few animals, some of which have no height.
const DINOSAURS = {
  lambeosaurus: { height: 2.1, size: { length: 12.5 } },
  stegosaurus: { height: 4, size: { length: 9 } },
  bruhathkayosaurus: { height: 25, size: { length: 44 }, ".priority": 5 },
  pterodactyl: { height: 0.6, ".priority": "a" },
  triceratops: { height: 3, size: { length: 8 } },
  tiny: { height: 3 },
  unknown: { name: "?" },
};

const quoted = (text: string) => encodeURIComponent(JSON.stringify(text));

async function openDinosaurs() {
  const server = await openDatabase({ rules: RULES });
  await server.admin("PUT", "dinosaurs", DINOSAURS);
  return server;
}

test("a query selects children as the SDK's does, by every order and bound", async () => {
  await using server = await openDinosaurs();
  const byHeight = `orderBy=${quoted("height")}`;
  const cases: [string, string[]][] = [
    [byHeight, Object.keys(DINOSAURS)],
    [`${byHeight}&startAt=3`, ["stegosaurus", "bruhathkayosaurus", "triceratops", "tiny"]],
    [`${byHeight}&startAfter=3`, ["stegosaurus", "bruhathkayosaurus"]],
    [`${byHeight}&endAt=0.6`, ["pterodactyl", "unknown"]],
    [`${byHeight}&endBefore=0.6`, ["unknown"]],
    [`${byHeight}&equalTo=3`, ["triceratops", "tiny"]],
    [`${byHeight}&equalTo=3,%22tiny%22`, ["tiny"]],
    [`${byHeight}&equalTo=null`, ["unknown"]],
    [`${byHeight}&startAt=3,%22tj%22&endAt=4`, ["triceratops", "stegosaurus"]],
    [`${byHeight}&startAfter=3,%22tiny%22&endAt=4`, ["triceratops", "stegosaurus"]],
    [`${byHeight}&startAt=1&limitToFirst=2`, ["lambeosaurus", "tiny"]],
    [`${byHeight}&endAt=4&limitToLast=2`, ["stegosaurus", "triceratops"]],
    [`orderBy=${quoted("size/length")}&startAt=10`, ["lambeosaurus", "bruhathkayosaurus"]],
    [`orderBy=${quoted("$key")}&startAt=${quoted("t")}`, ["tiny", "triceratops", "unknown"]],
    [`orderBy=${quoted("$key")}&equalTo=${quoted("tiny")}`, ["tiny"]],
    [`orderBy=${quoted("$key")}&startAfter=${quoted("triceratops")}`, ["unknown"]],
    [`orderBy=${quoted("$key")}&limitToFirst=1`, ["bruhathkayosaurus"]],
    [`orderBy=${quoted("$priority")}&startAt=5`, ["bruhathkayosaurus", "pterodactyl"]],
    [`orderBy=${quoted("$priority")}&equalTo=${quoted("a")}`, ["pterodactyl"]],
    [`orderBy=${quoted("$value")}&limitToLast=1`, ["unknown"]],
  ];
  for (const [query, keys] of cases) {
    // oxlint-disable-next-line no-await-in-loop
    const { status, body } = await server.rest("GET", `dinosaurs?${query}`);
    expect([query, status, Object.keys(body).toSorted()]).toEqual([query, 200, keys.toSorted()]);
  }
  const none = await server.rest("GET", `dinosaurs?${byHeight}&startAt=${quoted("z")}`);
  expect(none).toMatchObject({ status: 200, body: null });
});

test("scalar values are ordered and found by $value", async () => {
  await using server = await openDatabase({
    rules: { rules: { ".read": true, ".write": true, scores: { ".indexOn": ".value" } } },
  });
  await server.admin("PUT", "scores", { a: 55, b: 81, c: "x", d: true });
  const ask = async (query: string) =>
    (await server.rest("GET", `scores?orderBy=${quoted("$value")}&${query}`)).body;
  expect(await ask("equalTo=81")).toEqual({ b: 81 });
  expect(await ask("equalTo=true")).toEqual({ d: true });
  expect(await ask("startAt=60")).toEqual({ b: 81, c: "x" });
  expect(await ask("limitToLast=2")).toEqual({ b: 81, c: "x" });
});

test("a query that cannot be answered is refused in Firebase's words", async () => {
  await using server = await openDinosaurs();
  const byHeight = `orderBy=${quoted("height")}`;
  const byKey = `orderBy=${quoted("$key")}`;
  const badPath = "orderBy must be a valid JSON encoded path";
  const badBound = "Constraint index field must be a JSON primitive";
  const badKey = "Provided key index type is invalid, must be string";
  const cases: [string, string][] = [
    ["limitToFirst=1", "orderBy must be defined when other query parameters are defined"],
    ["equalTo=1", "orderBy must be defined when other query parameters are defined"],
    ["orderBy=height", badPath],
    ["orderBy=5", badPath],
    ["orderBy=", badPath],
    [`orderBy=${quoted("")}`, badPath],
    [`orderBy=${quoted("$other")}`, badPath],
    [`orderBy=${quoted("a.b")}`, badPath],
    [`${byHeight}&startAt=z`, badBound],
    [`${byHeight}&startAt=`, badBound],
    [`${byHeight}&startAt={}`, badBound],
    [`${byHeight}&startAt=1,2`, badBound],
    [`${byHeight}&startAt=1,%22a%22,3`, badBound],
    [`${byKey}&startAt=1`, badKey],
    [`${byKey}&equalTo=null`, badKey],
    [`${byKey}&startAt=%22a%22,%22b%22`, badKey],
    [`${byHeight}&limitToFirst=x`, "limitToFirst must be an integer"],
    [`${byHeight}&limitToLast=1.5`, "limitToLast must be an integer"],
    [`${byHeight}&limitToLast=99999999999`, "limitToLast must be an integer"],
    [`${byHeight}&limitToFirst=0`, "limitToFirst must be positive"],
    [
      `${byHeight}&limitToFirst=1&limitToLast=1`,
      "Only one of limitToFirst and limitToLast may be specified",
    ],
    [`${byHeight}&startAt=1&startAfter=1`, "Only one of startAt and startAfter may be specified"],
    [`${byHeight}&endAt=1&endBefore=1`, "Only one of endAt and endBefore may be specified"],
    [
      `${byHeight}&equalTo=1&endAt=1`,
      "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore",
    ],
    [`${byHeight}&shallow=true`, "Mixing 'shallow' and querying parameters is not supported"],
    [
      `orderBy=${quoted("name")}`,
      'Index not defined, add ".indexOn": "name", for path "/dinosaurs", to the rules',
    ],
  ];
  for (const [query, error] of cases) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await server.rest("GET", `dinosaurs?${query}`);
    expect([query, answer.status, answer.body.error]).toEqual([query, 400, error]);
  }
});

test("the server itself needs an index too, and who may not read learns of none", async () => {
  await using server = await openDinosaurs();
  const missing = await server.admin("GET", `other/place?orderBy=${quoted("$value")}&equalTo=1`);
  expect(missing).toMatchObject({
    status: 400,
    body: {
      error: 'Index not defined, add ".indexOn": ".value", for path "/other/place", to the rules',
    },
  });
  expect(await server.admin("GET", `other?orderBy=${quoted("$priority")}`)).toMatchObject({
    status: 200,
  });
  const blind = await server.rest("GET", `secret?orderBy=${quoted("name")}`);
  expect(blind).toMatchObject({ status: 401, body: { error: "Permission denied" } });
});

test("only what is read can be queried, and its ETag is that of the answer", async () => {
  await using server = await openDinosaurs();
  const etag = { "x-firebase-etag": "true" };
  const query = `orderBy=${quoted("$key")}&limitToFirst=1`;
  const found = await server.rest("GET", `dinosaurs?${query}`, undefined, etag);
  const whole = await server.rest("GET", "dinosaurs", undefined, etag);
  expect(found.etag).toEqual(expect.any(String));
  expect(found.etag).not.toBe(whole.etag);
  for (const method of ["PUT", "PATCH", "POST", "DELETE"]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await server.rest(method, `dinosaurs?${query}`, {});
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining("GET") } });
  }
  expect((await server.rest("GET", "dinosaurs", undefined, etag)).etag).toBe(whole.etag);
});
