import { expect, test } from "vitest";
import { readItem } from "../records/register.ts";
import {
  entryTextOf,
  journalSettingsOf,
  lostWordsOf,
  mediaOf,
  revisionId,
  revisionOf,
  templateOf,
  topicOf,
} from "./journal-items.ts";

const item = (registers: object) => readItem({ at: 9, ...registers })!;
const text = (v: string, t = 1) => ({ v, t, p: 0 });

test("a photo is read from its registers", () => {
  const sha = "0f".repeat(32);
  const file = { name: "a.jpg", type: "image/jpeg", size: 5, width: 40, height: 30, sha };
  const photo = item({
    of: { entry: "e1", t: 1, p: 0 },
    file: { ...file, t: 1, p: 0 },
    taken: { v: "2026-12-03T14:05", zone: "+01:00", t: 1, p: 0 },
    spot: { lat: -33.9, lon: 151.2, t: 1, p: 0 },
    caption: text("The harbour"),
  });
  expect(mediaOf("m", photo)).toEqual({
    id: "m",
    entry: "e1",
    name: "a.jpg",
    type: "image/jpeg",
    sizeBytes: 5,
    width: 40,
    height: 30,
    sha256: sha,
    taken: { v: "2026-12-03T14:05", zone: "+01:00" },
    spot: { lat: -33.9, lon: 151.2 },
    caption: "The harbour",
    alt: "",
    isGone: false,
  });
  expect(mediaOf("m", item({ of: { entry: "e1", t: 1, p: 0 } }))).toBeUndefined();
  expect(mediaOf("m", item({ file: { ...file, t: 1, p: 0 } }))).toBeUndefined();
  const odd = { ...file, size: -1, width: 0.5, height: "x", t: 1, p: 0 };
  const bad = item({ of: { entry: "e1", t: 1, p: 0 }, file: odd, spot: { lat: 1, t: 1, p: 0 } });
  expect(mediaOf("m", bad)).toMatchObject({ sizeBytes: 0, width: 0, height: 0, spot: null });
});

test("tags, people and templates have names, and colours that are known", () => {
  const named = item({ name: text("Walks"), colour: text("teal") });
  expect(topicOf("tags", "t", named)).toEqual({
    id: "t",
    name: "Walks",
    colour: "teal",
    isGone: false,
  });
  const gone = item({
    name: text("Ann"),
    colour: text("constructor"),
    gone: { v: true, t: 5, p: 0 },
  });
  expect(topicOf("people", "p", gone)).toMatchObject({ colour: "", isGone: true });
  expect(topicOf("tags", "t", item({ colour: text("teal") }))).toBeUndefined();
  expect(templateOf("t", item({ name: text("Day"), doc: text("{}"), order: text("a0") }))).toEqual({
    id: "t",
    name: "Day",
    doc: "{}",
    order: "a0",
    isGone: false,
  });
});

test("a journal of which nothing was ever set is as usual", () => {
  const usual = {
    name: "",
    colour: "",
    order: "",
    weekStart: 0,
    hasPrompts: true,
    stripPhotos: "ask",
    isGone: false,
    goneAt: 0,
  };
  expect(journalSettingsOf(undefined)).toEqual(usual);
  expect(journalSettingsOf(item({ stripPhotos: text("perhaps"), week: text("sa") }))).toEqual(
    usual,
  );
  const set = item({
    name: text("Diary"),
    week: text("su"),
    prompts: { v: false, t: 1, p: 0 },
    stripPhotos: text("always"),
    gone: { v: true, t: 7, p: 0 },
  });
  expect(journalSettingsOf(set)).toEqual({
    ...usual,
    name: "Diary",
    weekStart: 6,
    hasPrompts: false,
    stripPhotos: "always",
    isGone: true,
    goneAt: 7,
  });
});

test("a revision is found by its entry and the stamp of its text", () => {
  const of = { entry: "d1-a-b", device: "Phone", t: 1, p: 0 };
  const kept = item({ doc: text("{}"), title: text("Sea"), of });
  const id = revisionId("d1-a-b", 1_795_600_000_000_000);
  expect(revisionOf(id, kept)).toEqual({
    entry: "d1-a-b",
    t: 1_795_600_000_000_000,
    doc: "{}",
    title: "Sea",
    device: "Phone",
  });
  for (const other of ["d1-a-b", "d1-a-b-", "d1-a-b-x", "d1-a-c-5", "d1-a-b-05", "d1-a-b-1e3"]) {
    expect(revisionOf(other, kept)).toBeUndefined();
  }
  expect(revisionOf(id, item({ of }))).toBeUndefined();
});

test("a text has the stamp by which its revision will be named", () => {
  expect(entryTextOf(item({ doc: text("{}", 5) }))).toEqual({ doc: "{}", t: 5 });
  expect(entryTextOf(undefined)).toEqual({ doc: "", t: 0 });
});

test("words that lost say what they are of", () => {
  const lost = item({ of: text("texts/a/doc"), text: text("{}") });
  const of = { kind: "texts", id: "a", register: "doc" };
  expect(lostWordsOf("l", lost)).toEqual({ id: "l", of, text: "{}", isGone: false });
  for (const wrong of ["", "texts", "texts/a", "texts/a/doc/more"]) {
    expect(lostWordsOf("l", item({ of: text(wrong), text: text("") }))).toBeUndefined();
  }
  expect(lostWordsOf("l", item({ of: text("texts/a/doc") }))).toBeUndefined();
});
