/** The permission rows of firebase/storage.rules. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileStorageRules } from "./index.ts";
import { observeRules } from "./testing/observe-rules.ts";
import { type CallerName, callerNames, callers } from "./testing/roles.ts";
import { lookupsIn, nowMs } from "./testing/trees.ts";
import type { RulesFile, ServiceMethod } from "./types.ts";

const observer = observeRules();
const text = readFileSync(new URL("../../firebase/storage.rules", import.meta.url), "utf8");
const rules = compileStorageRules({ file: "firebase/storage.rules", text }, observer);

const lookups = lookupsIn({
  "memberships/chat_room_user": { uid: "user" },
  "memberships/boards_plan_user": { uid: "user" },
  // Of the user "x_other" in the room "a": the same name as of the user "other" in the room "a_x".
  "memberships/chat_a_x_other": { uid: "x_other" },
});

const gigabyte = 1024 ** 3;

function fileAt(name: string, size: number): RulesFile {
  return { name, bucket: "main", size, contentType: "text/plain", metadata: {} };
}

function isAllowed(caller: CallerName, method: ServiceMethod, name: string, size = 10): boolean {
  const isWrite = method === "create" || method === "update";
  const isThere = method !== "create" && method !== "list";
  return rules.allows(
    {
      auth: callers[caller],
      nowMs,
      method,
      bucket: "main",
      name,
      resource: isThere ? fileAt(name, 5) : null,
      newResource: isWrite ? fileAt(name, size) : null,
    },
    lookups,
  );
}

const everybody = callerNames;
const editors: CallerName[] = ["editor", "admin"];
const nobody: CallerName[] = [];
const user: CallerName[] = ["user"];

const rows: [ServiceMethod, string, number, CallerName[]][] = [
  ["get", "public/a.png", 1, everybody],
  ["get", "public/deep/er/a.png", 1, everybody],
  ["list", "public/", 1, editors],
  ["list", "public/deep/", 1, editors],
  ["create", "public/a.png", 1, editors],
  ["update", "public/a.png", 1, editors],
  ["delete", "public/a.png", 1, editors],
  ["get", "publicity/a.png", 1, nobody],
  ["get", "drafts/a.png", 1, editors],
  ["list", "drafts/", 1, editors],
  ["create", "drafts/a/b.png", 1, editors],
  ["delete", "drafts/a.png", 1, editors],
  ["get", "users/user/a.png", 1, user],
  ["get", "users/user/deep/a.png", 1, user],
  ["list", "users/user/", 1, user],
  ["list", "users/user/deep/", 1, user],
  // Such a prefix also lists what is below users/user2/.
  ["list", "users/user", 1, nobody],
  ["list", "users/", 1, nobody],
  ["list", "", 1, nobody],
  ["create", "users/user/a.png", gigabyte, user],
  ["create", "users/user/a.png", gigabyte + 1, nobody],
  ["update", "users/user/a.png", gigabyte, user],
  ["update", "users/user/a.png", gigabyte + 1, nobody],
  ["delete", "users/user/a.png", 1, user],
  ["get", "users//a.png", 1, nobody],
  ["get", "chat/room/a.png", 1, user],
  ["list", "chat/room/", 1, user],
  ["list", "chat/", 1, nobody],
  ["create", "chat/room/a.png", 1, user],
  ["delete", "chat/room/a.png", 1, user],
  ["get", "chat/plan/a.png", 1, nobody],
  ["get", "chat/a_x/a.png", 1, nobody],
  ["get", "boards/plan/a.png", 1, user],
  ["create", "boards/plan/a.png", 1, user],
  ["get", "boards/room/a.png", 1, nobody],
  ["get", "other/a.png", 1, nobody],
  ["create", "a.png", 1, nobody],
  ["create", "__proto__/a.png", 1, nobody],
];

test.each(rows)("%s %s with %i bytes", (method, name, size, allowed) => {
  expect(everybody.filter((caller) => isAllowed(caller, method, name, size))).toEqual(allowed);
});

test("every rule of storage.rules was seen to grant and to refuse", () => {
  expect(observer.count()).toBe(7);
  expect(observer.unseen()).toEqual([]);
});
