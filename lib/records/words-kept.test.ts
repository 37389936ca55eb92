/**
 * No word is lost between three devices with wrong clocks, on a server that does nothing but compare stamps: requests and
 * answers get lost, items are purged, made twice, and changed before they were sent. FUZZ_SEED runs one seed, FUZZ_RUNS more.
 */
import { expect, test } from "vitest";
import { type Random, seededRandom } from "../../tests/support/seeded-random.ts";
import { applyWrites } from "./apply-writes.ts";
import { type Item, type Op, type Shape, readItem, shown } from "./register.ts";
import { joinOps, settleOps } from "./settle-ops.ts";
import { type Stamps, createStamps } from "./stamps.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 60);
const only = process.env["FUZZ_SEED"];
const seeds = only === undefined ? Array.from({ length: runs }, (_, at) => at + 1) : [Number(only)];

const shape: Shape = {
  text: (_kind, register) => register === "title" || register === "notes",
  set: (_kind, register) => register === "labels",
};
const wordsIn = (value: unknown): string[] => JSON.stringify(value ?? null).match(/w\d+/g) ?? [];

type Entry = { ops: Op[]; isTried: boolean };

type Device = {
  name: string;
  base: Map<string, Item>;
  entries: Entry[];
  isOnline: boolean;
  stamps: Stamps;
  made: number;
};

/** Takes an update whole or not at all, as the rules do. */
class Server {
  readonly items = new Map<string, Item>();
  time = 0;

  commit(writes: Record<string, unknown>): boolean {
    const next = new Map<string, Record<string, unknown>>();
    for (const [path, value] of Object.entries(writes)) {
      const [kind, id, name = ""] = path.split("/");
      const key = `${kind}/${id}`;
      const stored = this.items.get(key);
      const changed = next.get(key) ?? { at: 0, ...stored?.registers };
      next.set(key, changed);
      if (name === "at") continue;
      const { t, p, ...parts } = value as { t: number; p: number; v: string };
      if (p !== (stored?.registers[name]?.t ?? 0) || t <= p) return false;
      changed[name] = { value: parts, t, p };
    }
    for (const [key, { at: _, ...registers }] of next) {
      if (key.startsWith("tasks/") && !(registers["title"] && registers["place"])) return false;
    }
    this.time += 1;
    for (const [key, { at: _, ...registers }] of next) {
      this.items.set(key, { at: this.time, registers: registers as Item["registers"] });
    }
    return true;
  }
}

class Story {
  readonly random: Random;
  readonly server = new Server();
  readonly devices: Device[];
  readonly typed = new Set<string>();
  /** Overwritten by who had seen them, or purged by the server. */
  readonly replaced = new Set<string>();
  /** What its maker wrote last into a register of a task that nobody else writes. */
  readonly own = new Map<string, string>();
  now = 1000;
  isCalm = false;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.devices = ["a", "b", "phone"].map((name) => {
      const skew = (this.random.below(3) - 1) * this.random.below(500);
      const stamps = createStamps(() => this.now + skew);
      return { name, base: new Map(), entries: [], isOnline: true, stamps, made: 0 };
    });
  }

  waitingOf({ entries }: Device, id: string): Op[] {
    return entries.flatMap(({ ops }) => ops.filter((op) => op.id === id));
  }

  shownBy(device: Device, id: string): Item | undefined {
    return shown(device.base.get(`tasks/${id}`), this.waitingOf(device, id));
  }

  idsOf({ base, entries }: Device): string[] {
    const stored = [...base.keys()].filter((key) => key.startsWith("tasks/"));
    const waiting = entries.flatMap(({ ops }) => ops.map(({ id }) => id));
    return [...new Set([...stored.map((key) => key.slice("tasks/".length)), ...waiting])];
  }

  listen(device: Device): void {
    const waits = (key: string) => this.waitingOf(device, key.slice("tasks/".length)).length > 0;
    // Of what is gone, the copy stays while something of it waits.
    const orphans = [...device.base].filter(([key]) => !this.server.items.has(key) && waits(key));
    device.base = new Map([...orphans, ...this.server.items]);
    for (const { registers } of device.base.values()) {
      for (const { t } of Object.values(registers)) device.stamps.seen(t);
    }
  }

  add(device: Device, ops: Op[]): void {
    const last = device.entries.at(-1);
    const joined = last && !last.isTried ? joinOps(last.ops, ops) : undefined;
    if (last && joined) last.ops = joined;
    else device.entries.push({ ops, isTried: false });
  }

  edit(device: Device, id: string, register: string, v: string): void {
    const { value = null, t: p = 0 } = this.shownBy(device, id)?.registers[register] ?? {};
    const t = device.stamps.next();
    this.add(device, [{ kind: "tasks", id, register, value: { v }, from: value, p, t }]);
  }

  make(device: Device, id: string, title: string): void {
    const t = device.stamps.next();
    const op = { kind: "tasks", id, from: null, p: 0, t, isNew: true as const };
    this.add(device, [
      { ...op, register: "title", value: { v: title } },
      { ...op, register: "place", value: { v: "a" } },
    ]);
  }

  editOwn(device: Device, id: string): void {
    const v = `v${this.random.below(1_000_000)}`;
    this.own.set(id, v);
    this.edit(device, id, "own", v);
  }

  word(): string {
    const word = `w${this.typed.size + 1}`;
    this.typed.add(word);
    return word;
  }

  act(device: Device): void {
    const { random } = this;
    const known = this.idsOf(device);
    const what = random.below(11);
    if (what === 10) {
      const own = known.filter((id) => this.own.has(id) && id.startsWith(device.name));
      if (own.length > 0) this.editOwn(device, random.pick(own));
      return;
    }
    if (known.length === 0 || what === 0) {
      device.made += 1;
      const id = `${device.name}${device.made}`;
      this.make(device, id, this.word());
      // Before it was sent.
      if (random.below(2) === 0) this.editOwn(device, id);
      return;
    }
    const id = random.pick(known);
    const registers = this.shownBy(device, id)?.registers ?? {};
    const textOf = (name: string) => String(registers[name]?.value["v"] ?? "");
    if (what === 1) {
      // As completing a task of a series makes the next one: with the same id on each device.
      const next = `${id.split("+")[0]}+${random.below(3)}`;
      if (!this.shownBy(device, next)) this.make(device, next, textOf("title"));
    } else if (what === 2) this.edit(device, id, "place", `p${random.below(99)}`);
    else if (what === 3) {
      const labels = textOf("labels").split(" ").filter(Boolean);
      const label = `l${random.below(5)}`;
      const next = labels.includes(label)
        ? labels.filter((one) => one !== label)
        : [...labels, label];
      this.edit(device, id, "labels", next.toSorted().join(" "));
    } else {
      const register = random.pick(["title", "notes"]);
      const before = textOf(register);
      const isReplaced = random.below(3) === 0;
      if (isReplaced) for (const word of wordsIn(before)) this.replaced.add(word);
      const word = this.word();
      this.edit(device, id, register, isReplaced ? word : `${before} ${word}`.trim());
    }
  }

  send(device: Device): void {
    const [entry] = device.entries;
    if (!entry || !device.isOnline) return;
    entry.isTried = true;
    for (let round = 0; round < 10; round += 1) {
      const source = round === 0 ? device.base : this.server.items;
      const { writes } = settleOps(
        shape,
        entry.ops,
        (kind, id) => source.get(`${kind}/${id}`),
        (kind, id) => device.base.get(`${kind}/${id}`) ?? this.shownBy(device, id),
      );
      const luck = this.isCalm ? 1 : this.random.next();
      if (luck < 0.1) return;
      const isSent = Object.keys(writes).length > 0;
      const isTaken = isSent ? this.server.commit(writes) : round > 0;
      if (luck < 0.2) return;
      if (isTaken) {
        device.entries.shift();
        const stored = (kind: string, id: string) => source.get(`${kind}/${id}`);
        for (const { kind, id } of entry.ops) {
          const read = stored(kind, id);
          if (read) device.base.set(`${kind}/${id}`, read);
        }
        for (const [key, item] of applyWrites(stored, writes)) device.base.set(key, item);
        return;
      }
    }
    throw new Error("The server refuses it for ever.");
  }

  purge(): void {
    const keys = [...this.server.items.keys()].filter((key) => key.startsWith("tasks/"));
    if (keys.length === 0) return;
    const key = this.random.pick(keys);
    for (const word of wordsIn(this.server.items.get(key))) this.replaced.add(word);
    this.own.delete(key.slice("tasks/".length));
    this.server.items.delete(key);
  }

  step(): void {
    const { random } = this;
    this.now += random.below(50);
    const device = random.pick(this.devices);
    const luck = random.below(12);
    if (luck < 6) this.act(device);
    else if (luck < 9) this.send(device);
    else if (luck === 9) {
      if (device.isOnline) this.listen(device);
    } else if (luck === 10) {
      device.isOnline = device.name === "phone" ? random.below(4) === 0 : random.below(5) > 0;
    } else if (random.below(6) === 0) this.purge();
  }

  end(): void {
    this.isCalm = true;
    for (const device of this.devices) device.isOnline = true;
    for (let round = 0; round < 400; round += 1) {
      for (const device of this.devices) {
        this.listen(device);
        this.send(device);
      }
    }
    for (const device of this.devices) this.listen(device);
  }
}

function run(seed: number): void {
  const story = new Story(seed);
  for (let step = 0; step < 300; step += 1) story.step();
  story.end();
  const { server, devices, typed, replaced } = story;
  for (const { name, base, entries } of devices) {
    expect({ name, entries }).toEqual({ name, entries: [] });
    expect(Object.fromEntries(base)).toEqual(Object.fromEntries(server.items));
  }
  for (const [id, v] of story.own) {
    expect({ id, ...server.items.get(`tasks/${id}`)?.registers["own"]?.value }).toEqual({ id, v });
  }
  const kept = new Set(wordsIn([...server.items.values()]));
  expect([...typed].filter((word) => !kept.has(word) && !replaced.has(word))).toEqual([]);
}

test(
  "every word is in a register, beside one, or overwritten by who had seen it",
  () => {
    for (const seed of seeds) {
      expect(() => run(seed), `FUZZ_SEED=${seed}`).not.toThrow();
    }
  },
  60_000 + seeds.length * 500,
);

test("what is read back from a database is what was written", () => {
  const { writes } = settleOps(
    shape,
    [{ kind: "tasks", id: "a", register: "title", value: { v: "x" }, from: null, p: 0, t: 3 }],
    () => ({ at: 1, registers: {} }),
    () => undefined,
  );
  expect(readItem({ at: 1, title: writes["tasks/a/title"] })?.registers["title"]).toEqual({
    value: { v: "x" },
    t: 3,
    p: 0,
  });
});
