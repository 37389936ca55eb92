import { expect, test } from "vitest";
import { parseHttpQuery } from "./http-query.ts";
import { parseQuery } from "./parse-query.ts";
import { toRulesQuery } from "./rules-query.ts";

const nothing = {
  startAt: null,
  endAt: null,
  equalTo: null,
  limitToFirst: null,
  limitToLast: null,
};
const child = (name: string) => ({ orderBy: { child: name } });
const key = { orderBy: "key" };
const value = { orderBy: "value" };
const priority = { orderBy: "priority" };

test("a read without a query is none", () => {
  expect(toRulesQuery(parseQuery(undefined))).toBeNull();
  expect(toRulesQuery(parseQuery(null))).toBeNull();
  expect(toRulesQuery(parseQuery({}))).toBeNull();
  expect(toRulesQuery({ query: parseHttpQuery(new URLSearchParams()) })).toBeNull();
});

// As the SDK sends them.
const ofSocket: [object, object][] = [
  [{ i: "owner" }, child("owner")],
  [{ i: "a/b//c" }, child("a/b/c")],
  [{ i: ".key" }, key],
  [{ i: ".value" }, value],
  [{ i: ".priority" }, priority],
  [
    { l: 5, vf: "l" },
    { ...priority, limitToFirst: 5 },
  ],
  [
    { l: 5, vf: "r", i: ".key" },
    { ...key, limitToLast: 5 },
  ],
  [{ l: 5 }, { ...priority, limitToLast: 5 }],
  [
    { sp: 3, sin: true, i: "n" },
    { ...child("n"), startAt: 3 },
  ],
  [
    { sp: 3, sn: "[MAX_NAME]", sin: false, i: "n" },
    { ...child("n"), startAt: 3 },
  ],
  [
    { ep: false, ein: true, i: ".value" },
    { ...value, endAt: false },
  ],
  [
    { ep: 3, en: "a", ein: true, i: "n" },
    { ...child("n"), endAt: 3 },
  ],
  [
    { sp: "me", ep: "me", i: "owner" },
    { ...child("owner"), startAt: "me", endAt: "me", equalTo: "me" },
  ],
  [
    { sp: "me", sn: "a", ep: "me", en: "a", i: "owner" },
    { ...child("owner"), startAt: "me", endAt: "me", equalTo: "me" },
  ],
  [
    { sp: "me", sn: "a", ep: "me", en: "b", i: "owner" },
    { ...child("owner"), startAt: "me", endAt: "me" },
  ],
  [
    { sp: "me", sin: false, ep: "me", i: "owner" },
    { ...child("owner"), startAt: "me", endAt: "me" },
  ],
  [
    { sp: "me", ep: "me", ein: false, i: "owner" },
    { ...child("owner"), startAt: "me", endAt: "me" },
  ],
  [
    { sp: 1, ep: "1", i: "n" },
    { ...child("n"), startAt: 1, endAt: "1" },
  ],
  [{ sp: null, ep: null, i: "n" }, child("n")],
];

test.each(ofSocket)("rules see the query %o of a socket as %o", (wire, expected) => {
  expect(toRulesQuery(parseQuery(wire))).toEqual({ ...nothing, ...expected });
});

const ofRest: [string, object][] = [
  ['orderBy="owner"', child("owner")],
  ['orderBy="$key"', key],
  ['orderBy="$value"&limitToFirst=2', { ...value, limitToFirst: 2 }],
  ['orderBy="$priority"&limitToLast=2', { ...priority, limitToLast: 2 }],
  [
    'orderBy="owner"&equalTo="me"',
    { ...child("owner"), startAt: "me", endAt: "me", equalTo: "me" },
  ],
  ['orderBy="n"&startAt=1&endAt=2', { ...child("n"), startAt: 1, endAt: 2 }],
  ['orderBy="n"&startAfter=1', { ...child("n"), startAt: 1 }],
  ['orderBy="n"&endBefore=2,"a"', { ...child("n"), endAt: 2 }],
];

test.each(ofRest)("rules see the query %s of REST as %o", (search, expected) => {
  const query = parseHttpQuery(new URLSearchParams(search));
  expect(toRulesQuery({ query })).toEqual({ ...nothing, ...expected });
});
