/**
 * No word of a private journal is lost between three browsers: each item is a sealed document, heads lie in packs, texts by
 * themselves and in memory only while somebody holds one. Tabs are killed, locked and unlocked, requests and answers get
 * lost, devices are offline for days, clocks are hours wrong, entries are taken away, brought back and deleted for good, two
 * texts become one, and old back-ups are put in the server's place. At the end all show the same, and nothing that lies
 * anywhere can be read. FUZZ_SEED runs one seed, FUZZ_RUNS more, from FUZZ_FIRST on.
 */
import { expect, test } from "vitest";
import { isDeleted } from "#lib/journal/shape.ts";
import type { Item, Parts } from "#lib/records/register.ts";
import { type Random, seededRandom } from "../../../tests/support/seeded-random.ts";
import type { StoredDocument } from "../journals/record-documents.ts";
import { TestBrowser, TestTime } from "../outbox/testing/browser.ts";
import type { Change } from "./records.ts";
import { type StoredItems, askedSeeds, faultsBy, isEqual, wordsIn } from "./testing/fuzz.ts";
import { JournalDevices, type JournalTab, header, passUntil } from "./testing/journal-devices.ts";

const seeds = askedSeeds(6);
const hourMs = 3_600_000;
const monthMs = 31 * 24 * hourMs;
const steps = 150;
const checked = ["entries", "texts", "tags", "lost"];
/** None of this may stand anywhere outside a tab. Longer than what sealed bytes are by chance. */
const markers = ["paragraph", '{"v":"', "entries", "2027-01-15T"];

type Held = { tab: JournalTab; id: string; letGo: () => void };

const docOf = (lines: readonly string[]): string =>
  JSON.stringify({
    type: "doc",
    content: lines.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
  });

function linesOf(doc: string): string[] {
  if (doc === "") return [];
  const { content } = JSON.parse(doc) as { content: { content: { text: string }[] }[] };
  return content.map((block) => block.content[0]?.text ?? "");
}

class Story {
  readonly random: Random;
  readonly time = new TestTime();
  readonly devices = new JournalDevices(this.time);
  readonly browsers: TestBrowser[];
  tabs: JournalTab[] = [];
  locked: JournalTab[] = [];
  readonly typed = new Set<string>();
  /** Overwritten by who had seen them, deleted for good, or in no browser when the server lost them. */
  readonly replaced = new Set<string>();
  readonly told: string[] = [];
  /** What was seen of a tab that was locked. */
  readable = 0;
  /** What was not shown although nothing was to be done any more. */
  readonly before: unknown[] = [];
  readonly #faults: ReturnType<typeof faultsBy>;
  #held: Held[] = [];
  #backup: Map<string, StoredDocument> | undefined;
  #made = 0;
  #wasPutBack = false;
  #isCalm = false;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.#faults = faultsBy(this.random, () => this.#isCalm);
    this.browsers = ["laptop", "desk", "phone"].map((name) => new TestBrowser(this.time, name));
    for (const browser of this.browsers) this.setClock(browser);
  }

  say(what: string): void {
    this.told.push(`${this.time.now}: ${what}`);
  }

  setClock(browser: TestBrowser): void {
    this.devices.setClock(browser, (this.random.below(3) - 1) * this.random.below(12) * hourMs);
  }

  async open(browser: TestBrowser): Promise<void> {
    const locked = this.locked.find((tab) => tab.browser === browser);
    this.say(`${browser.name} ${locked ? "unlocks" : "opens"} a tab`);
    if (locked) {
      this.locked = this.locked.filter((tab) => tab !== locked);
      await this.while(locked.unlock());
      this.tabs.push(locked);
      return;
    }
    const opening = this.devices.open(browser, this.#faults);
    await this.while(opening.then((tab) => void this.tabs.push(tab)));
  }

  /** Time passes until it is done. */
  async while(work: Promise<void>): Promise<void> {
    await passUntil(this.time, work, 10, 1000);
  }

  word(): string {
    const word = `w${this.typed.size + 1}`;
    this.typed.add(word);
    return word;
  }

  async change(tab: JournalTab, changes: Change[]): Promise<void> {
    for (const { kind, id, register, value } of changes) {
      const kept = new Set(wordsIn(value));
      const seen = wordsIn(tab.records.item(kind, id)?.registers[register]?.value);
      for (const word of seen) if (!kept.has(word)) this.replaced.add(word);
    }
    const words = changes.map(({ kind, id, register, value: { v = "" } }) => {
      const text = register === "doc" ? linesOf(String(v)).join(" / ") : String(v);
      return `${kind}/${id}/${register} ${text.replaceAll(/x{500,}/g, "…")}`;
    });
    this.say(`${tab.browser.name} changes ${words.join(", ")}`);
    void tab.records.change(changes).catch(() => undefined);
    // A tab that is killed at this very moment was not heard by the lock of its own words.
    await this.time.pass(0);
  }

  async make(tab: JournalTab): Promise<void> {
    this.#made += 1;
    const id = `${tab.browser.name}${this.#made}`;
    const isRefused = this.random.below(10) === 0;
    const title = `${this.word()}${isRefused ? "x".repeat(501) : ""}`;
    const entry = { kind: "entries", id, isNew: true as const };
    const when = { v: "2027-01-15T21:40", zone: "Europe/Berlin" };
    await this.change(tab, [
      { ...entry, register: "when", value: when },
      { ...entry, register: "title", value: { v: title } },
      {
        kind: "texts",
        id,
        register: "doc",
        value: { v: docOf([this.word(), this.word()]) },
        isNew: true,
      },
    ]);
    if (isRefused && this.random.below(2) === 0) await this.shorten(tab, id);
  }

  async shorten(tab: JournalTab, id: string): Promise<void> {
    const text = String(tab.records.item("entries", id)?.registers["title"]?.value["v"] ?? "");
    const v = text.replaceAll(/x{500,}/g, "");
    if (v !== text)
      await this.change(tab, [{ kind: "entries", id, register: "title", value: { v } }]);
  }

  /** Held while it is written, and often for long. */
  async write(tab: JournalTab, id: string): Promise<void> {
    let letGo: (() => void) | undefined;
    const holding = tab.records.hold("texts", id).then(
      (end) => void (letGo = end),
      () => undefined,
    );
    await this.while(holding);
    if (letGo === undefined || !this.tabs.includes(tab)) return;
    this.#held.push({ tab, id, letGo });
    for (let times = this.random.below(4); times >= 0; times -= 1) {
      const item = tab.records.item("texts", id);
      if (item === undefined) return;
      const lines = linesOf(String(item.registers["doc"]?.value["v"] ?? ""));
      const at = this.random.below(lines.length + 1);
      const isNewLine = at === lines.length || this.random.below(3) === 0;
      if (isNewLine) lines.splice(at, 0, this.word());
      else if (this.random.below(4) === 0) lines.splice(at, 1);
      else lines[at] = this.random.below(3) === 0 ? this.word() : `${lines[at]} ${this.word()}`;
      const value = { v: docOf(lines) };
      const gist = { v: lines.join(" ").slice(0, 200), words: lines.length };
      // oxlint-disable-next-line no-await-in-loop -- one letter after the other
      await this.change(tab, [
        { kind: "texts", id, register: "doc", value },
        { kind: "entries", id, register: "gist", value: gist },
      ]);
      // oxlint-disable-next-line no-await-in-loop
      await this.time.pass(this.random.pick([0, 0, 200, 1000, 4000]));
      if (!this.tabs.includes(tab)) return;
    }
  }

  async act(tab: JournalTab): Promise<void> {
    const { random } = this;
    const all = tab.records.all("entries");
    const what = random.below(14);
    if (all.size === 0 || what < 2) return this.make(tab);
    const refused = new Set(tab.records.refused().map(({ id }) => id));
    const ids = [...all.keys()].filter((id) => !refused.has(id));
    if (ids.length === 0) return;
    const id = random.pick(ids);
    const valueOf = (name: string) => all.get(id)?.registers[name]?.value["v"];
    const set = (register: string, value: Parts) =>
      this.change(tab, [{ kind: "entries", id, register, value }]);
    if (what < 7) return this.write(tab, id);
    if (what === 7) {
      const before = String(valueOf("title") ?? "");
      return set("title", { v: before.length > 200 ? this.word() : `${before} ${this.word()}` });
    }
    if (what === 8) {
      const tags = String(valueOf("tags") ?? "")
        .split(" ")
        .filter(Boolean);
      const tag = `t${random.below(5)}`;
      const next = tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag];
      return set("tags", { v: next.toSorted().join(" ") });
    }
    if (what === 9) return set("gone", { v: valueOf("gone") !== true });
    if (what === 10) return set("mood", { v: random.below(6) });
    if (what === 11) return random.below(3) === 0 ? this.emptyTrash(tab) : undefined;
    if (what === 12) {
      const name = { v: this.word() };
      const id = `tag${random.below(4)}`;
      const isNew = tab.records.item("tags", id) === undefined;
      return this.change(tab, [
        { kind: "tags", id, register: "name", value: name, ...(isNew && { isNew }) },
      ]);
    }
    return this.change(
      tab,
      Array.from({ length: 30 }, (_, at) => `import_${at}`)
        .filter((one) => !all.has(one))
        .flatMap((one): Change[] => [
          {
            kind: "entries",
            id: one,
            register: "when",
            value: { v: "2020-02-02", zone: "" },
            isNew: true,
          },
          { kind: "texts", id: one, register: "doc", value: { v: docOf(["Import"]) }, isNew: true },
        ]),
    );
  }

  /** Somebody deletes for good what they see in the trash, with its text. */
  async emptyTrash(tab: JournalTab): Promise<void> {
    const all = [...tab.records.all("entries")];
    const ids = all.filter(([, item]) => isDeleted("entries", item)).map(([id]) => id);
    if (ids.length === 0) return;
    this.say(`${tab.browser.name} deletes ${ids.join(" ")} for good`);
    let ends: (() => void)[] = [];
    const holding = Promise.all(ids.map((id) => tab.records.hold("texts", id)));
    await this.while(holding.then((all) => void (ends = all)).catch(() => undefined));
    if (ends.length === 0 || !this.tabs.includes(tab)) return;
    const texts = ids.filter((id) => tab.records.item("texts", id));
    for (const id of ids) {
      for (const kind of ["entries", "texts"]) {
        for (const word of wordsIn(tab.records.item(kind, id))) this.replaced.add(word);
      }
    }
    await this.change(
      tab,
      texts.map((id) => ({ kind: "texts", id, register: "gone", value: { v: true } })),
    );
    const items = ids.flatMap((id) => [
      { kind: "entries", id },
      { kind: "texts", id },
    ]);
    const done = tab.records.purge(items).catch(() => undefined);
    void done.finally(() => ends.forEach((end) => end()));
    await this.time.pass(this.random.below(2) * 100);
  }

  /** What no browser has any more is lost with it. Each looks at the journal before somebody writes into it again. */
  async restore(): Promise<void> {
    const { server } = this.devices;
    if (this.#backup === undefined || this.random.below(3) > 0) {
      this.#backup = new Map(server.documents);
      return;
    }
    await this.time.pass(20_000);
    this.say("the server is put back");
    const here = new Set<string>();
    for (const browser of this.browsers) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (const word of wordsIn(await this.devices.kept(browser))) here.add(word);
    }
    for (const { outbox } of this.tabs) {
      for (const word of wordsIn(outbox.state().entries)) here.add(word);
    }
    for (const word of wordsIn(await this.stored())) if (!here.has(word)) this.replaced.add(word);
    server.restore(this.#backup);
    this.#wasPutBack = true;
    this.#backup = undefined;
    await this.look();
  }

  closeAll(): void {
    for (const tab of [...this.tabs, ...this.locked]) tab.kill();
    this.letGo(() => true);
    [this.tabs, this.locked] = [[], []];
  }

  /** All tabs are closed, and each browser has the journal open for a while. */
  async look(): Promise<void> {
    const wasCalm = this.#isCalm;
    this.#isCalm = true;
    this.closeAll();
    for (const browser of this.browsers) {
      browser.goOnline(true);
      // One after the other: each has its part of the random numbers.
      // oxlint-disable-next-line no-await-in-loop
      await this.open(browser);
      // oxlint-disable-next-line no-await-in-loop
      await this.time.pass(60_000);
    }
    this.#isCalm = wasCalm;
  }

  letGo(isTo: (held: Held) => boolean): void {
    for (const one of this.#held.filter(isTo)) one.letGo();
    this.#held = this.#held.filter((one) => !isTo(one));
  }

  async step(): Promise<void> {
    const { random, tabs, time } = this;
    const luck = random.below(26);
    const tab = tabs.length === 0 ? undefined : random.pick(tabs);
    if (tab === undefined || luck === 0) return this.open(random.pick(this.browsers));
    if (luck < 11) return this.act(tab);
    if (luck < 16) return time.pass(random.below(15_000));
    if (luck === 16) return time.pass(random.below(4) === 0 ? 6 * hourMs : 60_000);
    if (luck < 19 && random.below(2) === 0) {
      const { browser } = tab;
      browser.goOnline(!browser.isOnline);
      return this.say(`${browser.name} is ${browser.isOnline ? "online" : "offline"}`);
    }
    if (luck > 18 && luck < 21) {
      this.tabs = tabs.filter((one) => one !== tab);
      if (luck === 19) {
        this.say(`a tab of ${tab.browser.name} is killed`);
        tab.kill();
      } else {
        this.say(`${tab.browser.name} locks`);
        await this.while(tab.lock());
        if (/"ops"/.test(JSON.stringify(tab.outbox.state().entries))) this.readable += 1;
        this.locked.push(tab);
      }
      return this.letGo((held) => held.tab === tab);
    }
    if (luck === 21) return this.letGo(() => random.below(2) === 0);
    if (luck === 22 && random.below(3) === 0) return this.restore();
    if (luck === 23 && random.below(4) === 0) this.setClock(tab.browser);
  }

  async end(): Promise<void> {
    this.#isCalm = true;
    this.letGo(() => true);
    for (const browser of this.browsers) {
      browser.goOnline(true);
      // One after the other: each has its part of the random numbers.
      // oxlint-disable-next-line no-await-in-loop
      await this.open(browser);
    }
    await this.time.pass(hourMs / 4);
    for (const tab of this.tabs) {
      for (const { id } of tab.records.refused()) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await this.shorten(tab, id);
      }
      // oxlint-disable-next-line no-await-in-loop
      await this.time.pass(60_000);
    }
    const now = await this.stored();
    for (const tab of this.tabs) {
      const shown = await shownIn(tab);
      // Once a server was put back, what it has lost and what it has again may be missed until all is compared.
      const isSure = ([kind, , here, there]: Difference) =>
        !this.#wasPutBack || (kind !== "texts" && here && atOf(here) <= atOf(there));
      const some = differences(shown, now).filter(isSure);
      this.before.push(...some.map((one) => [tab.browser.name, "before", one]));
    }
    // Then all is compared anew.
    this.closeAll();
    await this.time.pass(monthMs);
    await this.look();
    await this.time.pass(hourMs / 4);
  }

  /** What the server has, opened. */
  async stored(): Promise<StoredItems> {
    const { server, codecs } = this.devices;
    const items: Record<string, Record<string, Item>> = Object.fromEntries(
      checked.map((kind) => [kind, {}]),
    );
    for (const part of ["journalRecords", "journalTexts"]) {
      for (const document of server.below(`${header}/${part}`)) {
        // oxlint-disable-next-line no-await-in-loop -- at once
        const record = await codecs.documents.read(part, document);
        if (record?.item) items[record.kind] = { ...items[record.kind], [record.id]: record.item };
      }
    }
    return items;
  }
}

async function shownIn({ records }: JournalTab): Promise<StoredItems> {
  const shown: Record<string, Record<string, Item>> = {};
  for (const kind of checked) {
    shown[kind] = {};
    // oxlint-disable-next-line no-await-in-loop -- one kind after the other
    for await (const { id, item } of records.each(kind)) shown[kind][id] = item;
  }
  return shown;
}

type Difference = [kind: string, id: string, here: string | undefined, there: string | undefined];

function differences(shown: StoredItems, stored: StoredItems): Difference[] {
  return checked.flatMap((kind) => {
    const [here, there] = [shown[kind] ?? {}, stored[kind] ?? {}];
    const ids = [...new Set([...Object.keys(here), ...Object.keys(there)])];
    return ids
      .filter((id) => !isEqual(here[id]?.registers, there[id]?.registers))
      .map((id) => [kind, id, jsonOf(here[id]), jsonOf(there[id])]);
  });
}

const jsonOf = (item: Item | undefined) => item && JSON.stringify(item);
const atOf = (json: string | undefined) => (json ? (JSON.parse(json) as Item).at : -1);

async function run(seed: number): Promise<void> {
  const story = new Story(seed);
  // oxlint-disable-next-line no-await-in-loop -- one step after the other
  for (let step = 0; step < steps; step += 1) await story.step();
  await story.end();
  const stored = await story.stored();
  const problems: unknown[] = [...story.before];
  const { server } = story.devices;
  const bytes = [...server.written];
  for (const tab of story.tabs) {
    const { browser, records } = tab;
    if (records.sync() !== "saved") problems.push([browser.name, records.sync()]);
    if (records.progress() !== undefined) problems.push([browser.name, records.progress()]);
    // Nobody holds one.
    if (records.all("texts").size > 0) problems.push([browser.name, records.all("texts").size]);
    // oxlint-disable-next-line no-await-in-loop -- one browser after the other
    problems.push(...differences(await shownIn(tab), stored).map((one) => [browser.name, one]));
    // oxlint-disable-next-line no-await-in-loop
    bytes.push(...(await story.devices.bytes(browser)));
  }
  const readable = bytes.filter((one) => {
    const text = Buffer.from(one).toString("latin1");
    return markers.some((marker) => text.includes(marker));
  });
  story.readable += readable.length;
  const kept = new Set(wordsIn(stored));
  const lost = [...story.typed].filter((word) => !kept.has(word) && !story.replaced.has(word));
  const isRight = problems.length === 0 && lost.length === 0 && story.readable === 0;
  expect({
    seed,
    problems,
    lost,
    readable: story.readable,
    told: isRight ? [] : story.told,
  }).toEqual({
    seed,
    problems: [],
    lost: [],
    readable: 0,
    told: [],
  });
}

test(
  "every word of a private journal is in a register, beside one, or overwritten by who had seen it, and all show the same",
  async () => {
    for (const seed of seeds) {
      // One after the other: each has a time of its own.
      // oxlint-disable-next-line no-await-in-loop
      await expect(run(seed)).resolves.toBeUndefined();
    }
  },
  60_000 + seeds.length * 30_000,
);
