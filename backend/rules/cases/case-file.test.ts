import { expect, test } from "vitest";
import { CaseFileError, parseCaseFile } from "./case-file.ts";

function faultsOf(content: unknown): readonly string[] {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  try {
    parseCaseFile({ file: "a.json", text });
  } catch (error) {
    if (error instanceof CaseFileError) return error.faults;
    throw error;
  }
  return [];
}

const get = { name: "somebody gets a document", method: "get", path: "a/b", allow: "*" };

function fileWith(...cases: unknown[]): Record<string, unknown> {
  return { service: "firestore", rules: "../a.rules", callers: { visitor: null }, cases };
}

test("a file of each service is read, and says when it is", () => {
  const document = parseCaseFile({ file: "a.json", text: JSON.stringify(fileWith(get)) });
  expect(document).toMatchObject({ file: "a.json", now: Date.parse("2026-01-01T00:00:00Z") });
  const later = { ...fileWith(get), now: "2026-05-01T12:00:00.000Z" };
  const parsed = parseCaseFile({ file: "a.json", text: JSON.stringify(later) });
  expect(parsed.now).toBe(Date.parse("2026-05-01T12:00:00Z"));
  const read = {
    name: "a query",
    method: "read",
    path: "/a",
    query: { limitToFirst: 2 },
    deny: "*",
  };
  const database = { ...fileWith(read), service: "database", data: { a: 1 } };
  expect(parseCaseFile({ file: "a.json", text: JSON.stringify(database) }).cases[0]).toMatchObject({
    query: {
      orderBy: "priority",
      startAt: null,
      equalTo: null,
      limitToFirst: 2,
      limitToLast: null,
    },
  });
  const list = { name: "a list", method: "list", path: "", deny: ["visitor"] };
  expect(faultsOf({ ...fileWith(list), service: "storage", data: { "a/b": { size: 1 } } })).toEqual(
    [],
  );
});

test("a key like __proto__ is kept where rules may see it", () => {
  const text = `{"service":"firestore","rules":"r","callers":{"a":{"uid":"a","token":{"__proto__":1}}},
    "data":{"a/b":{"__proto__":2}},"cases":[]}`;
  const { callers, data } = parseCaseFile({ file: "a.json", text }) as ReturnType<
    typeof parseCaseFile
  > & { data: Record<string, object> };
  expect(Object.keys(callers["a"]?.token ?? {})).toEqual(["__proto__"]);
  expect(Object.keys(data["a/b"] ?? {})).toEqual(["__proto__"]);
});

test.each([
  ["[", "a.json: This is not JSON: "],
  ["5", "a.json: Invalid input: expected object, received number"],
  [{ ...fileWith(get), service: "mail" }, "a.json: service: Invalid discriminator value."],
  [{ ...fileWith(get), callers: {} }, "a.json: callers: Name a caller."],
  [{ ...fileWith(get), case: [] }, 'a.json: Unrecognized key: "case"'],
  [{ ...fileWith(get), now: "noon" }, "a.json: now: Invalid ISO datetime"],
  [
    fileWith(get, { ...get, path: "/a" }),
    'a.json: cases[1].path "somebody gets a document": Expected a path such as a/b.',
  ],
  [fileWith({ ...get, allow: [] }), 'a.json: cases[0].allow "somebody gets a document": Too small'],
  [fileWith({ ...get, name: 5 }), "a.json: cases[0].name: Invalid input: expected string"],
  [fileWith(null), "a.json: cases[0]: Invalid input: expected object, received null"],
  [
    fileWith({ ...get, before: [] }),
    'a.json: cases[0].before "somebody gets a document": Expected',
  ],
  [
    fileWith({ name: "x", method: "create", path: "a/b", with: [{ method: "get", path: "a/b" }] }),
    'a.json: cases[0].with[0].method "x": Invalid discriminator value.',
  ],
  [
    { ...fileWith({ name: "x", method: "set", path: "a" }), service: "database" },
    'a.json: cases[0].data "x": Is missing.',
  ],
  [
    { ...fileWith({ name: "x", method: "update", path: "a" }), service: "database" },
    'a.json: cases[0].data "x": Is missing.',
  ],
  [
    fileWith({ name: "x", method: "create", path: "a/b" }),
    'a.json: cases[0].data "x": Is missing.',
  ],
  [
    fileWith({ name: "x", method: "create", path: "a/b", data: 5 }),
    'a.json: cases[0].data "x": Expected an object.',
  ],
  [
    { ...fileWith({ name: "x", method: "update", path: "a" }), service: "storage" },
    'a.json: cases[0].data "x": Is missing.',
  ],
  [fileWith({ method: "get", path: "a/b" }), "a.json: cases[0].name: Is missing."],
  [
    {
      ...fileWith({ name: "x", method: "read", path: "a", query: { orderBy: "title" } }),
      service: "database",
    },
    'a.json: cases[0].query.orderBy "x": Expected "key", "value", "priority" or {"child": "a/b"}.',
  ],
  [
    {
      ...fileWith({ name: "x", method: "read", path: "a", query: { startAt: {} } }),
      service: "database",
    },
    'a.json: cases[0].query.startAt "x": Expected a text, a number, true, false or null.',
  ],
  [
    fileWith({ name: "x", method: "list", path: "a", query: { orderBy: [["a", "up"]] } }),
    'a.json: cases[0].query.orderBy[0] "x": Expected a field or [field, "asc" or "desc"].',
  ],
  [
    {
      ...fileWith({ name: "x", method: "create", path: "a", data: { generation: 1 } }),
      service: "storage",
    },
    'a.json: cases[0].data "x": Unrecognized key: "generation"',
  ],
  [
    {
      ...fileWith({ name: "x", method: "create", path: "a", data: { md5Hash: "y" } }),
      service: "storage",
    },
    'a.json: cases[0].data "x": Unrecognized key: "md5Hash"',
  ],
])("%j is refused with its place", (content, fault) => {
  expect(faultsOf(content).map((one) => one.slice(0, fault.length))).toContain(fault);
});

test("a key that is there twice in one object is refused with its place", () => {
  const text = `{ "service": "firestore", "rules": "r", "callers": { "a": null, "b": null }, "cases": [
  { "name": "{ \\"a\\": [", "method": "get", "path": "a/b", "deny": ["a"], "allow": "*",
    "d\\u0065ny" : ["b"], "before": { "name": { "name": 1, "deny": {} } } },
  { "name": "n", "method": "get", "path": "a/b", "allow": "*", "name": "n" }
] }`;
  expect(faultsOf(text)).toEqual([
    String.raw`a.json:3:5: "d\u0065ny" is here twice: join the two.`,
    'a.json:4:64: "name" is here twice: join the two.',
  ]);
});

test.each([
  [{ orderBy: "key", startAt: 5 }, "A bound of a query by key is a text."],
  [{ orderBy: "key", equalTo: true }, "A bound of a query by key is a text."],
  [{ equalTo: 5, endAt: 6 }, "It has either equalTo or other bounds."],
  [{ equalTo: 5, startAt: 5 }, "It has either equalTo or other bounds."],
  [{ limitToFirst: 1, limitToLast: 1 }, "It has one limit."],
  [{ limitToFirst: 0 }, "Too small: expected number to be >=1"],
  [{ orderBy: "key", startAt: "a", endAt: "b", limitToLast: 1 }, undefined],
  [{ orderBy: "key", equalTo: "a" }, undefined],
  [{ startAt: 5 }, undefined],
])("the query %j is taken as the server takes it", (query, fault) => {
  const read = { name: "x", method: "read", path: "a", query, allow: "*" };
  const [found] = faultsOf({ ...fileWith(read), service: "database" });
  expect(found?.replace(/^.*"x": /, "")).toBe(fault);
});
