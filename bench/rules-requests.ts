/** The requests that the rows `rules` ask the site's rules, each as one evaluation and what it gives. */
import type {
  DatabasePath,
  DatabaseRules,
  DatabaseValue,
  TreeView,
} from "../backend/rules/database/types.ts";
import { listQuery } from "../backend/rules/testing/list-query.ts";
import {
  documentOf,
  lookupsIn,
  noLookups,
  nowMs,
  signedIn,
  writeRequest,
} from "../backend/rules/testing/trees.ts";
import type { FirestoreRules, RulesAuth, StorageRules } from "../backend/rules/types.ts";

export type Asked = { name: string; granted: boolean; ask: () => boolean };

const claims = { email: "me@example.com", email_verified: true, sub: "me", iat: 1, exp: 2 };
const me = signedIn("me", claims);
const editor = signedIn("editor", { ...claims, editor: true });
const time = "2026-01-02T03:04:05.678Z";
const record = {
  name: "Me",
  email: "me@example.com",
  roles: { admin: false, editor: false, user: true },
  user_id: "me",
  date_created: time,
  last_logged_in: time,
  userAITokens: 10,
};
const tree: DatabaseValue = {
  users: { me: record, boss: { ...record, roles: { admin: true, editor: true, user: true } } },
  profiles: { boss: { name: "Boss", findable: true } },
  chat: { room: { members: { me: true, boss: true }, topic: "work" } },
};

const newUser = { users: {} };
const register = (v: string, t: number, p: number) => ({ v, t, p });
const tea = { at: nowMs - 1, title: register("Tea", 1, 0), place: register("", 1, 0) };
const todo: DatabaseValue = { todos: { me: { tasks: { tea } } } };

export function eventRequests(rules: DatabaseRules): Asked[] {
  const root = plainView(tree);
  const read = (name: string, auth: RulesAuth, path: DatabasePath, granted = true): Asked => {
    const request = { auth, nowMs, path, root, query: null };
    return { name, granted, ask: () => rules.allowsRead(request) };
  };
  return [
    read("an event of one's own record", me, ["users", "me"]),
    read("an event of somebody's profile", me, ["profiles", "boss", "name"]),
    read("an event of a chat room", me, ["chat", "room"]),
    read("an admin's event of a record", signedIn("boss", claims), ["users", "me", "name"]),
    read("a refused visitor", null, ["users", "me"], false),
  ];
}

export function writeRequests(rules: DatabaseRules): Asked[] {
  const write = (
    name: string,
    path: string,
    value: DatabaseValue,
    before: DatabaseValue,
    others: Record<string, DatabaseValue> = {},
  ) => {
    const { writes, newRoot } = writeRequest(me, before, { [path]: value, ...others });
    const request = {
      auth: me,
      nowMs,
      writes,
      root: plainView(before),
      newRoot: plainView(newRoot.value([])),
    };
    return { name, granted: true, ask: () => rules.allowsWrite(request) };
  };
  return [
    write("a change of one field", "users/me/last_logged_in", time, tree),
    write("a new record", "users/me", record, newUser),
    write("a task's title", "todos/me/tasks/tea/title", register("Green tea", 2, 1), todo, {
      "todos/me/tasks/tea/at": nowMs,
    }),
  ];
}

/** Without the work that a view of a stored tree has: what is measured is the rules. */
function plainView(whole: DatabaseValue): TreeView {
  const value = (path: DatabasePath): DatabaseValue => {
    let node = whole;
    for (const key of path) {
      if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return null;
      node = node[key] ?? null;
    }
    return node;
  };
  return { value, exists: (path) => value(path) !== null, priority: () => null };
}

const shown = listQuery({ where: [["hidden", "==", false]], limit: 20 });

export function documentRequests(rules: FirestoreRules): Asked[] {
  const asked = (
    name: string,
    request: Parameters<FirestoreRules["allows"]>[0],
    granted = true,
  ): Asked => ({ name, granted, ask: () => rules.allows(request, noLookups) });
  const project = documentOf("projects/p", { title: "P", hidden: false, tags: ["a", "b"] });
  const journal = documentOf("users/me/journal/j", { text: "today" });
  const problem = documentOf("problems/p", { link: "https://a", categories: ["a"], solutions: [] });
  const get = (auth: RulesAuth, resource: typeof project) =>
    ({ auth, nowMs, method: "get", path: resource.path, resource }) as const;
  const update = (auth: RulesAuth, resource: typeof project) =>
    ({
      auth,
      nowMs,
      method: "update",
      path: resource.path,
      resource,
      newResource: resource,
    }) as const;
  const list = { nowMs, method: "list", path: "projects", allDescendants: false } as const;
  return [
    asked("a visitor gets a project", get(null, project)),
    asked("a user lists the projects that are shown", { ...list, auth: me, query: shown }),
    asked("an editor updates a project", update(editor, project)),
    asked("an editor updates a problem", update(editor, problem)),
    asked("a user gets an own document", get(me, journal)),
    asked("somebody else's document is refused", get(editor, journal), false),
  ];
}

export function fileRequests(rules: StorageRules): Asked[] {
  const bucket = "bucket";
  const lookups = lookupsIn({
    "memberships/chat_room_me": { uid: "me", role: "member" },
    "memberships/boards_board_me": { uid: "me", role: "member" },
  });
  const asked = (
    name: string,
    auth: RulesAuth,
    method: "get" | "create",
    path: string,
    granted = true,
  ): Asked => {
    const file = { name: path, bucket, size: 1000, contentType: "image/png", metadata: {} };
    const [resource, newResource] = method === "get" ? [file, null] : [null, file];
    const request = { auth, nowMs, method, bucket, name: path, resource, newResource };
    return { name, granted, ask: () => rules.allows(request, lookups) };
  };
  return [
    asked("a visitor gets a published file", null, "get", "public/a/b.png"),
    asked("a user makes an own file", me, "create", "users/me/paintings/a.png"),
    asked("a member gets a file of the chat", me, "get", "chat/room/a.png"),
    asked("a member makes a file of a board", me, "create", "boards/board/a.png"),
    asked("somebody else's file is refused", editor, "get", "users/me/a.png", false),
  ];
}
