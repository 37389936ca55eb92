import { afterAll, beforeAll, expect, test } from "vitest";
import { newJournalId } from "#lib/journal/journal-id.ts";
import {
  commitHeaders,
  headerFields,
  headerPath,
  readHeader,
  writeHeader,
} from "../journals/headers.ts";
import { type LiveSite, enter, openEmbeddedSite } from "../records/testing/live-site.ts";
import { goneLook } from "./gone-look.ts";

let site: LiveSite;
let uid: string;

beforeAll(async () => {
  site = await openEmbeddedSite();
  uid = await enter();
}, 30_000);

afterAll(async () => {
  Reflect.deleteProperty(globalThis, "localStorage");
  await site[Symbol.asyncDispose]();
});

test("a journal that a server which went back has again is not gone, whatever this browser has heard of it", async () => {
  const journal = newJournalId("plain");
  const path = headerPath(uid, journal);
  await commitHeaders(uid, [{ path, updateTime: undefined, rev: 1, fields: headerFields({}) }]);
  const header = await readHeader(uid, journal);
  const kept = JSON.stringify([{ ...header, goneTo: "=", rev: 9, at: header.at + 1 }]);
  const value = { getItem: () => kept };
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
  expect(await goneLook(uid)(journal)).toBe(false);
  await writeHeader(uid, header, { goneTo: "-" });
  expect(await goneLook(uid)(journal)).toBe(true);
});
