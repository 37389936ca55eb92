/** The permission rows of firebase/firestore.rules. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileFirestoreRules } from "./index.ts";
import { observeRules } from "./testing/observe-rules.ts";
import { type CallerName, callerNames, callers } from "./testing/roles.ts";
import { documentOf, fieldsOf, noLookups, nowMs } from "./testing/trees.ts";

const observer = observeRules();
const text = readFileSync(new URL("../../firebase/firestore.rules", import.meta.url), "utf8");
const rules = compileFirestoreRules({ file: "firebase/firestore.rules", text }, observer);

type Plain = Record<string, unknown>;
type Request =
  | { get: string; of: Plain | null }
  | { list: string; where?: Plain; everywhere?: true }
  | { create: string; as: Plain }
  | { update: string; from: Plain; to: Plain }
  | { delete: string; of: Plain };

function isAllowed(name: CallerName, request: Request): boolean {
  const asked = { auth: callers[name], nowMs };
  if ("list" in request) {
    const equals = new Map(Object.entries(fieldsOf(request.where ?? {})));
    const allDescendants = request.everywhere ?? false;
    const query = { equals, limit: null };
    return rules.allows(
      { ...asked, method: "list", path: request.list, allDescendants, query },
      noLookups,
    );
  }
  if ("get" in request || "delete" in request) {
    const [method, path] =
      "get" in request ? (["get", request.get] as const) : (["delete", request.delete] as const);
    const resource = request.of === null ? null : documentOf(path, request.of);
    return rules.allows({ ...asked, method, path, resource }, noLookups);
  }
  if ("create" in request) {
    const path = request.create;
    const newResource = documentOf(path, request.as);
    return rules.allows(
      { ...asked, method: "create", path, resource: null, newResource },
      noLookups,
    );
  }
  const path = request.update;
  const resource = documentOf(path, request.from);
  const newResource = documentOf(path, request.to);
  return rules.allows({ ...asked, method: "update", path, resource, newResource }, noLookups);
}

const everybody = callerNames;
const editors: CallerName[] = ["editor", "admin"];
const admins: CallerName[] = ["admin"];
const nobody: CallerName[] = [];
const project = { title: "Atlas" };

const rows: [string, Request, CallerName[]][] = [
  ["get a project without hidden", { get: "projects/a", of: project }, everybody],
  ["get a project with hidden false", { get: "projects/a", of: { hidden: false } }, everybody],
  ["get a hidden project", { get: "projects/a", of: { hidden: true } }, editors],
  ["get a project with hidden null", { get: "projects/a", of: { hidden: null } }, editors],
  ["get a project with hidden as text", { get: "projects/a", of: { hidden: "false" } }, editors],
  ["get a project with hidden 0", { get: "projects/a", of: { hidden: 0 } }, editors],
  ["get a project that is not there", { get: "projects/a", of: null }, editors],
  ["get what is below a project", { get: "projects/a/versions/1", of: {} }, nobody],
  ["list projects that are not hidden", { list: "projects", where: { hidden: false } }, everybody],
  ["list all projects", { list: "projects" }, editors],
  ["list hidden projects", { list: "projects", where: { hidden: true } }, editors],
  ["list projects by another field", { list: "projects", where: { featured: true } }, editors],
  [
    "list projects by a field in a map",
    { list: "projects", where: { "x.hidden": false } },
    editors,
  ],
  [
    "list projects everywhere",
    { list: "projects", where: { hidden: false }, everywhere: true },
    nobody,
  ],
  ["create a project", { create: "projects/a", as: project }, editors],
  ["create a hidden project", { create: "projects/a", as: { hidden: true } }, editors],
  [
    "create a project with hidden as text",
    { create: "projects/a", as: { hidden: "true" } },
    nobody,
  ],
  ["create a project with hidden null", { create: "projects/a", as: { hidden: null } }, nobody],
  ["update a project", { update: "projects/a", from: project, to: { hidden: true } }, editors],
  [
    "update a project with hidden as number",
    { update: "projects/a", from: project, to: { hidden: 1 } },
    nobody,
  ],
  ["delete a project", { delete: "projects/a", of: project }, editors],

  ["get a certificate", { get: "certificates/a", of: {} }, everybody],
  ["list certificates", { list: "certificates" }, everybody],
  ["create a certificate", { create: "certificates/a", as: {} }, editors],
  ["update a certificate", { update: "certificates/a", from: {}, to: {} }, editors],
  ["delete a certificate", { delete: "certificates/a", of: {} }, editors],
  ["get a problem", { get: "problems/a", of: {} }, everybody],
  ["list problems", { list: "problems" }, everybody],
  ["create a problem", { create: "problems/a", as: {} }, editors],
  ["delete a problem", { delete: "problems/a", of: {} }, editors],
  ["get a problem's notes", { get: "problemNotes/a", of: {} }, editors],
  ["list problems' notes", { list: "problemNotes" }, editors],
  ["create a problem's notes", { create: "problemNotes/a", as: {} }, editors],

  ["get the site's profile", { get: "site/profile", of: {} }, everybody],
  ["get the site's resume", { get: "site/resume", of: {} }, everybody],
  ["get the site's settings", { get: "site/settings", of: {} }, everybody],
  ["get the site's sections", { get: "site/sections", of: {} }, everybody],
  ["get another page of the site", { get: "site/secret", of: {} }, nobody],
  ["list the site", { list: "site" }, nobody],
  ["write the site's resume", { create: "site/resume", as: {} }, admins],
  ["change the site's resume", { update: "site/resume", from: {}, to: {} }, admins],
  ["delete the site's resume", { delete: "site/resume", of: {} }, admins],
  ["write another page of the site", { create: "site/secret", as: {} }, nobody],

  ["get a membership", { get: "memberships/chat_a_user", of: { uid: "user" } }, ["user"]],
  ["get a membership without a uid", { get: "memberships/chat_a_user", of: {} }, nobody],
  ["get a membership that is not there", { get: "memberships/chat_a_user", of: null }, nobody],
  ["list own memberships", { list: "memberships", where: { uid: "user" } }, ["user"]],
  ["list all memberships", { list: "memberships" }, nobody],
  ["list memberships of a room", { list: "memberships", where: { room: "a" } }, nobody],
  ["list memberships of nobody", { list: "memberships", where: { uid: null } }, nobody],
  ["create a membership", { create: "memberships/chat_a_user", as: { uid: "user" } }, nobody],
  [
    "update a membership",
    { update: "memberships/chat_a_user", from: { uid: "user" }, to: { uid: "user" } },
    nobody,
  ],
  ["delete a membership", { delete: "memberships/chat_a_user", of: { uid: "user" } }, nobody],

  ["get a private document", { get: "users/user", of: {} }, ["user"]],
  ["get a journal's entry", { get: "users/user/journal/a", of: {} }, ["user"]],
  ["get a deep private document", { get: "users/user/files/a/versions/1", of: {} }, ["user"]],
  ["list a journal", { list: "users/user/journal" }, ["user"]],
  ["list all journals", { list: "journal", everywhere: true }, nobody],
  ["list all journals below a user", { list: "users/user/journal", everywhere: true }, nobody],
  ["list private documents", { list: "users" }, nobody],
  ["create a journal's entry", { create: "users/user/journal/a", as: {} }, ["user"]],
  ["update a journal's entry", { update: "users/user/journal/a", from: {}, to: {} }, ["user"]],
  ["delete a journal's entry", { delete: "users/user/journal/a", of: {} }, ["user"]],

  ...[
    "shares",
    "invites",
    "inbox",
    "auditLog",
    "pageViews",
    "server",
    "drafts",
    "__proto__",
  ].flatMap((collection): [string, Request, CallerName[]][] => [
    [`get of ${collection}`, { get: `${collection}/a`, of: { uid: "user" } }, nobody],
    [`list of ${collection}`, { list: collection }, nobody],
    [`create in ${collection}`, { create: `${collection}/a`, as: { uid: "user" } }, nobody],
    [`delete in ${collection}`, { delete: `${collection}/a`, of: { uid: "user" } }, nobody],
  ]),
];

test.each(rows)("%s", (_, request, allowed) => {
  expect(everybody.filter((name) => isAllowed(name, request))).toEqual(allowed);
});

test("every rule of firestore.rules was seen to grant and to refuse", () => {
  expect(observer.count()).toBe(13);
  expect(observer.unseen()).toEqual([]);
});
