/**
 * No word that anybody typed is lost: random editors on one draft, offline and online, in several tabs that are killed,
 * with requests and answers that get lost, while it is published under them. FUZZ_SEED runs one seed, FUZZ_RUNS more.
 */
import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import { DraftsServer } from "./testing/drafts-server.ts";
import { Editors, type OpenTab } from "./testing/editors.ts";

const key = "projects_atlas";
const runs = Number(process.env["FUZZ_RUNS"] ?? 60);
const only = process.env["FUZZ_SEED"];
const seeds = only === undefined ? Array.from({ length: runs }, (_, at) => at + 1) : [Number(only)];

const wordsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(/w\d+/g) ?? [];

async function run(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const time = new TestTime();
  const server = new DraftsServer();
  if (random.below(2) === 0) {
    server.put("projects/atlas", { title: "Atlas", summary: "", tags: ["map"] });
  }
  const editors = new Editors(server, { kind: "projects", id: "atlas" });
  const people = [
    { user: { uid: "ann", name: "Ann" }, browser: new TestBrowser(time, "laptop") },
    { user: { uid: "ann", name: "Ann" }, browser: new TestBrowser(time, "phone") },
    { user: { uid: "bob", name: "Bob" }, browser: new TestBrowser(time, "desk") },
  ];
  const story: string[] = [];
  let isCalm = false;
  const on = {
    fault: () => {
      const luck = random.next();
      if (isCalm || luck > 0.2) return undefined;
      return luck > 0.1 ? ("before" as const) : ("after" as const);
    },
    delay: async () => {
      if (!isCalm && random.below(3) === 0) await time.wait(random.below(2000));
    },
  };
  const tabs: OpenTab[] = [];
  const openOne = async () => {
    const { user, browser } = random.pick(people);
    tabs.push(await editors.open(browser, user, on));
    await time.pass(0);
  };
  /** Typed, and not taken away on purpose. */
  const words = new Set<string>();
  let typed = 0;
  const drop = (value: unknown, unless: unknown) => {
    const kept = new Set(wordsIn(unless));
    for (const word of wordsIn(value)) if (!kept.has(word)) words.delete(word);
  };

  function edit({ room, browser }: OpenTab): void {
    const { status, fields } = room.snapshot();
    if (status !== "ready" && status !== "missing") return;
    typed += 1;
    const word = `w${typed}`;
    const field = random.pick(["title", "summary", "tags", "links"] as const);
    const before = fields[field];
    const next =
      field === "tags"
        ? [...((before as string[] | undefined) ?? []), word]
        : field === "links"
          ? [...((before as object[] | undefined) ?? []), { label: word }]
          : `${typeof before === "string" ? before : ""} ${word}`;
    words.add(word);
    story.push(`${browser.name} types ${word} into ${field}`);
    room.change({ [field]: next });
  }

  function settle({ room, user, browser }: OpenTab): void {
    const { conflicts, fields, saved } = room.snapshot();
    if (conflicts.length === 0) return;
    const conflict = random.pick(conflicts);
    const isMine = random.below(2) === 0;
    const { field } = conflict;
    // Its own text, in its field, may have gone on.
    const shown = conflict.by === user.uid ? [conflict.value, fields[field]] : [conflict.value];
    story.push(`${browser.name} keeps ${isMine ? "mine" : "theirs"} of ${field}`);
    if (isMine) {
      room.keepMine(conflict);
      drop(saved[field], conflict.value);
    } else {
      room.keepTheirs(conflict);
      drop(shown, saved[field]);
    }
  }

  await openOne();
  await openOne();
  for (let step = 0; step < 60; step += 1) {
    const luck = random.below(20);
    const tab = tabs.length === 0 ? undefined : random.pick(tabs);
    if (tab === undefined || luck === 0) await openOne();
    else if (luck < 10) edit(tab);
    else if (luck < 15) await time.pass(random.below(3000));
    else if (luck === 15) {
      tab.browser.goOnline(!tab.browser.isOnline);
      story.push(`${tab.browser.name} is ${tab.browser.isOnline ? "online" : "offline"}`);
    } else if (luck === 16) {
      story.push(`a tab of ${tab.browser.name} is killed`);
      tab.kill();
      tabs.splice(tabs.indexOf(tab), 1);
    } else if (luck === 17) settle(tab);
    else if (luck === 18 && server.draft(key)?.conflicts.length === 0) {
      story.push("it is published");
      server.publish(key);
    } else void tab.room.flush().catch(() => undefined);
  }

  isCalm = true;
  for (const { user, browser } of people) {
    browser.goOnline(true);
    tabs.push(await editors.open(browser, user, on));
  }
  await time.pass(600_000);
  for (const { room, browser } of tabs) {
    const { sync, refused } = room.snapshot();
    expect({ seed, sync, refused, story }).toMatchObject({ sync: "saved", refused: [] });
    await room.look();
    const { fields, conflicts, status } = room.snapshot();
    if (status === "missing") continue;
    const stored = server.draft(key)?.fields ?? server.documents.get("projects/atlas")?.fields;
    const shown = [fields, conflicts];
    const missing = wordsIn(stored).filter((word) => !wordsIn(shown).includes(word));
    // Where a text of one's own is shown, the saved one stands beside it.
    const beside = wordsIn(room.snapshot().saved);
    expect({
      seed,
      at: browser.name,
      missing: missing.filter((word) => !beside.includes(word)),
      story,
    }).toMatchObject({ missing: [] });
  }
  const draft = server.draft(key);
  const all = wordsIn([
    draft?.fields ?? server.documents.get("projects/atlas")?.fields,
    draft?.conflicts,
  ]);
  const lost = [...words].filter((word) => !all.includes(word));
  expect({ seed, lost, story: lost.length > 0 ? story : [] }).toEqual({
    seed,
    lost: [],
    story: [],
  });
}

test("every word is in the draft or among its conflicts at the end", async () => {
  // One after the other: each has a time of its own.
  // oxlint-disable-next-line no-await-in-loop
  for (const seed of seeds) await expect(run(seed)).resolves.toBeUndefined();
}, 60_000);
