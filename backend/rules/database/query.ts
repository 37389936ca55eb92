/** `query` of Realtime Database rules: https://firebase.google.com/docs/database/security/rules-conditions. */
import type { ValueType } from "./value-type.ts";
import type { DatabaseBound, DatabaseQuery } from "./types.ts";

/** What Firebase says of a read without a query. */
export const wholeValue: DatabaseQuery = {
  orderBy: "key",
  startAt: null,
  endAt: null,
  equalTo: null,
  limitToFirst: null,
  limitToLast: null,
};

/** By name. All but the first three can be null. */
export const queryMembers = new Map<
  string,
  { type: ValueType; read: (query: DatabaseQuery) => DatabaseBound }
>([
  ["orderByKey", { type: "boolean", read: ({ orderBy }) => orderBy === "key" }],
  ["orderByValue", { type: "boolean", read: ({ orderBy }) => orderBy === "value" }],
  ["orderByPriority", { type: "boolean", read: ({ orderBy }) => orderBy === "priority" }],
  [
    "orderByChild",
    { type: "string", read: ({ orderBy }) => (typeof orderBy === "object" ? orderBy.child : null) },
  ],
  ["startAt", { type: "primitive", read: ({ startAt }) => startAt }],
  ["endAt", { type: "primitive", read: ({ endAt }) => endAt }],
  ["equalTo", { type: "primitive", read: ({ equalTo }) => equalTo }],
  ["limitToFirst", { type: "number", read: ({ limitToFirst }) => limitToFirst }],
  ["limitToLast", { type: "number", read: ({ limitToLast }) => limitToLast }],
]);
