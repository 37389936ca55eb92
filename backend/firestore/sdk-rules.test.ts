/** Queries of the real SDK that rules allow, and that they refuse although all that is stored would pass. */
import {
  type Query,
  type QueryConstraint,
  Timestamp,
  and,
  average,
  collection,
  collectionGroup,
  documentId,
  getAggregate,
  getCount,
  getDocs,
  limit,
  or,
  orderBy,
  query,
  setLogLevel,
  startAt,
  where,
} from "firebase/firestore/lite";
import { afterAll, expect, test } from "vitest";
import { openSdk, refusalOf } from "./testing/open-sdk.ts";

setLogLevel("silent");

const RULES = `
  rules_version = '2';
  service cloud.firestore {
    match /databases/{database}/documents {
      match /stories/{id} {
        allow list: if resource.data.published == true;
        allow list: if resource.data.author == request.auth.uid;
      }
      match /rooms/{id} {
        allow list: if request.auth.uid in resource.data.members;
      }
      match /sales/{id} {
        allow list: if resource.data.price <= 100 && resource.data.sold.by == 'shop';
      }
      match /news/{id} {
        allow list: if resource.data.at > timestamp.date(2025, 12, 31) && request.query.limit <= 2;
      }
      match /users/{uid} {
        allow list: if uid == request.auth.uid;
      }
      match /{path=**}/notes/{id} {
        allow list: if resource.data.state in ['open', 'done'];
      }
      match /drafts/{id} {
        allow list: if resource.data.state != 'deleted';
      }
    }
  }`;

const sdk = await openSdk({
  rules: RULES,
  clients: { ann: { uid: "ann", token: {} } },
  addsIndexes: true,
});
afterAll(() => sdk[Symbol.asyncDispose]());
const ann = sdk.newClient({ token: "ann" });

const text = (stringValue: string) => ({ stringValue });
const at = { timestampValue: "2026-02-01T00:00:00Z" };
const sold = { mapValue: { fields: { by: text("shop") } } };
await sdk.put("stories/a", { published: { booleanValue: true }, author: text("ann") });
await sdk.put("rooms/a", { members: { arrayValue: { values: [text("ann"), text("bob")] } } });
await sdk.put("sales/a", { price: { doubleValue: 50 }, sold });
await sdk.put("sales/nan", { price: { doubleValue: "NaN" }, sold });
await sdk.put("news/a", { at });
await sdk.put("users/ann", {});
await sdk.put("users/ann/notes/a", { state: text("open") });
await sdk.put("drafts/a", { state: text("new") });

const c = (name: string, ...constraints: QueryConstraint[]): Query =>
  query(collection(ann, name), ...constraints);
const published = where("published", "==", true);
const own = where("author", "==", "ann");
const day = (text: string): Timestamp => Timestamp.fromDate(new Date(text));
const shop = where("sold.by", "==", "shop");

const allowed: [name: string, wanted: Query][] = [
  ["the field that a rule wants", c("stories", published)],
  ["that of another statement", c("stories", own, orderBy("title"))],
  ["either of them", query(collection(ann, "stories"), or(published, own))],
  ["one of them within or", query(collection(ann, "stories"), and(own, or(published, own)))],
  ["a member of a list", c("rooms", where("members", "array-contains", "ann"))],
  ["a bound, and a field in a map", c("sales", where("price", "<=", 100), shop)],
  ["a narrower bound", c("sales", where("price", ">", 10), where("price", "<", 99.5), shop)],
  ["an instant and a limit", c("news", where("at", ">=", day("2026-01-01")), limit(2))],
  ["a document by its name", c("users", where(documentId(), "==", "ann"))],
  ["in", query(collectionGroup(ann, "notes"), where("state", "in", ["open", "done"]))],
  ["not in", c("drafts", where("state", "not-in", ["deleted", "old"]))],
  ["!=", c("drafts", where("state", "!=", "deleted"))],
];

test.each(allowed)("a query by %s is allowed", async (_, wanted) => {
  const found = await getDocs(wanted);
  // NaN is no price of at most 100: the query must not find it either.
  expect(found.docs.every(({ id }) => id !== "nan")).toBe(true);
  expect((await getCount(wanted)).data().count).toBe(found.size);
});

const refused: [name: string, wanted: Query][] = [
  ["nothing", c("stories")],
  ["another value", c("stories", where("published", "==", false))],
  ["another author", c("stories", where("author", "==", "bob"))],
  [
    "an alternative too many",
    query(collection(ann, "stories"), or(published, where("x", "==", 1))),
  ],
  ["an order from a value on", c("stories", orderBy("published"), startAt(true))],
  ["another member", c("rooms", where("members", "array-contains", "bob"))],
  ["any of several members", c("rooms", where("members", "array-contains-any", ["ann", "bob"]))],
  ["a wider bound", c("sales", where("price", "<=", 100.5), shop)],
  ["a bound on the other side", c("sales", where("price", ">", 10), shop)],
  ["the bound alone", c("sales", where("price", "<=", 100))],
  ["an earlier instant", c("news", where("at", ">=", day("2025-12-30")), limit(2))],
  ["too many", c("news", where("at", ">=", day("2026-01-01")), limit(3))],
  ["no limit", c("news", where("at", ">=", day("2026-01-01")))],
  ["another name", c("users", where(documentId(), "==", "bob"))],
  ["names from one on", c("users", where(documentId(), ">=", "ann"))],
  ["one state too many", query(collectionGroup(ann, "notes"), where("state", "in", ["open", "x"]))],
  ["another not in", c("drafts", where("state", "not-in", ["old"]))],
  ["!= null", c("drafts", where("state", "!=", null))],
];

test.each(refused)("a query by %s is refused", async (_, wanted) => {
  expect((await refusalOf(getDocs(wanted))).code).toBe("permission-denied");
  expect((await refusalOf(getCount(wanted))).code).toBe("permission-denied");
  const sums = getAggregate(wanted, { price: average("price") });
  expect((await refusalOf(sums)).code).toBe("permission-denied");
});

test("who is not signed in has no name to be found by", async () => {
  const users = query(collection(sdk.db, "users"), where(documentId(), "==", "ann"));
  expect((await refusalOf(getDocs(users))).code).toBe("permission-denied");
});
