/**
 * The clients of the soak, in a process of their own: `sockets-soak-clients.ts PORT SOCKETS SECONDS SEED`. They listen,
 * write and reconnect at random; then all that they were told is compared with what REST says. Says `begun`, then the
 * result, and leaves when it is told to.
 */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { seededRandom } from "../../backend/database/testing/random.ts";
import { type Client, type Listened, connect } from "./sockets-soak-client.ts";

export type SoakResult = {
  writes: number;
  /** Whose socket was closed before the answer. */
  unanswered: number;
  reconnects: number;
  told: number;
  listens: number;
  /** Of those that were told something else than REST says, some. */
  wrong: string[];
};

const [port, count, seconds, seed] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
];
const ROOM_SOCKETS = 40;
const ITEMS = 40;
const WRITES_PER_SECOND = Math.min(80, count * 2);
const RECONNECTS_PER_SECOND = Math.max(1, count / 150);
const TICK_MS = 50;
const AT_ONCE = 25;
const SHOWN = 5;

/** Queries as the protocol has them, and the same over REST. */
const QUERIES = [
  [{ i: "score", l: 10, vf: "r" }, 'orderBy="score"&limitToLast=10'],
  [{ i: ".key", sp: "item-2", l: 5, vf: "l" }, 'orderBy="$key"&startAt="item-2"&limitToFirst=5'],
  [{ i: "score", sp: 25, ep: 75 }, 'orderBy="score"&startAt=25&endAt=75'],
  [{ i: ".priority", l: 3, vf: "r" }, 'orderBy="$priority"&limitToLast=3'],
] as const;
const restOf = new Map<object | undefined, string>(QUERIES);

const random = seededRandom(seed);
const result: SoakResult = {
  writes: 0,
  unanswered: 0,
  reconnects: 0,
  told: 0,
  listens: 0,
  wrong: [],
};
const members = Array.from({ length: count }, (_, number) => newMember(number));
const underWay = new Set<Promise<void>>();

for (let first = 0; first < count; first += AT_ONCE) {
  // oxlint-disable-next-line no-await-in-loop
  await Promise.all(members.slice(first, first + AT_ONCE).map((member) => member.come()));
}
process.send?.("begun");
await soak();
await compare();
process.send?.(result);
await once(process, "message");
await Promise.all(members.map((member) => member.leave()));
process.exit(0);

type Member = ReturnType<typeof newMember>;

function newMember(number: number) {
  const room = `room-${Math.floor(number / ROOM_SOCKETS)}`;
  const items = `rooms/${room}/items`;
  const kinds = [
    [{ path: `rooms/${room}`, query: undefined }],
    ...QUERIES.map(([query]) => [{ path: items, query }]),
    [
      { path: `rooms/${room}/board`, query: undefined },
      { path: items, query: QUERIES[0][0] },
    ],
  ];
  const presence = { path: `presence/${room}`, query: undefined };
  const listens = [...(kinds[number % kinds.length] ?? []), presence];
  let client: Client | undefined;
  let connections = 0;

  const own = () => `presence/${room}/socket-${number}-${connections}`;

  return {
    room,
    isHere: () => client !== undefined,
    client: () => client,
    own,
    async come(): Promise<void> {
      connections += 1;
      const address = `10.1.${number >> 8}.${number & 255}`;
      const onLost = (why: string) => stop(new Error(`Socket ${number} ${why}`));
      const here = await connect({ port, address, listens, onLost });
      await here.ask("o", { p: own(), d: null });
      await here.ask("p", { p: own(), d: true });
      client = here;
    },
    async leave(): Promise<void> {
      const gone = client;
      client = undefined;
      result.told += gone?.told() ?? 0;
      await gone?.leave(random.below(2) === 0 ? "cut" : "close");
    },
  };
}

async function soak(): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  const dueEach = { write: WRITES_PER_SECOND, reconnect: RECONNECTS_PER_SECOND };
  let due = { write: 0, reconnect: 0 };
  while (performance.now() < endsAt) {
    due = {
      write: due.write + (dueEach.write * TICK_MS) / 1000,
      reconnect: due.reconnect + (dueEach.reconnect * TICK_MS) / 1000,
    };
    for (; due.write >= 1; due.write -= 1) begin(write);
    for (; due.reconnect >= 1; due.reconnect -= 1) begin(reconnect);
    // oxlint-disable-next-line no-await-in-loop
    await sleep(TICK_MS);
  }
  await Promise.all(underWay);
}

function begin(work: (member: Member) => Promise<void>): void {
  const member = random.pick(members);
  if (!member.isHere()) return;
  const done = work(member).catch(stop);
  underWay.add(done);
  void done.finally(() => underWay.delete(done));
}

function stop(error: unknown): never {
  console.error(error);
  process.exit(1);
}

async function write(member: Member): Promise<void> {
  const [action, body] = randomWrite(`rooms/${member.room}`);
  result.writes += 1;
  const status = await member.client()?.ask(action, body);
  if (status === undefined) result.unanswered += 1;
}

async function reconnect(member: Member): Promise<void> {
  await member.leave();
  await sleep(random.below(500));
  await member.come();
  result.reconnects += 1;
}

function randomWrite(room: string): ["p" | "m", object] {
  const item = () => `item-${random.below(ITEMS)}`;
  const score = () => random.below(100);
  const newItem = () => ({ score: score(), text: random.key(), ".priority": random.below(9) });
  switch (random.below(6)) {
    case 0:
      return ["p", { p: `${room}/items/${item()}`, d: null }];
    case 1:
      return ["p", { p: `${room}/items/${item()}`, d: newItem() }];
    case 2:
      return ["p", { p: `${room}/items/${item()}/score`, d: score() }];
    case 3:
      return ["p", { p: `${room}/board/cell-${random.below(20)}`, d: random.leaf() }];
    case 4:
      return ["p", { p: `${room}/items/${item()}/.priority`, d: random.below(9) }];
    default:
      return [
        "m",
        {
          p: room,
          d: {
            [`items/${item()}`]: random.below(3) === 0 ? null : newItem(),
            "board/count": { ".sv": { increment: 1 } },
            "board/at": { ".sv": "timestamp" },
          },
        },
      ];
  }
}

/** What a client was told when its own write is acknowledged has all that was acknowledged before. */
async function compare(): Promise<void> {
  await presenceOfTheLiving();
  await Promise.all(
    members.map(async (member) => {
      await member.client()?.ask("p", { p: member.own(), d: true });
    }),
  );
  const stored = new Map<string, unknown>();
  for (const member of members) {
    result.told += member.client()?.told() ?? 0;
    for (const listen of member.client()?.listened ?? []) {
      const url = urlOf(listen);
      // oxlint-disable-next-line no-await-in-loop
      if (!stored.has(url)) stored.set(url, await rest(url));
      result.listens += 1;
      if (isDeepStrictEqual(listen.value, stored.get(url))) continue;
      if (result.wrong.length < SHOWN) result.wrong.push(difference(listen, stored.get(url)));
    }
  }
}

/** What those that left have left behind is done a moment after they left. */
async function presenceOfTheLiving(): Promise<void> {
  const living = Object.fromEntries(members.map((member) => [member.own(), true]));
  for (let tries = 0; tries < 300; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const rooms = (await rest("presence.json?ns=foyer")) as Record<string, object>;
    const present = Object.entries(rooms).flatMap(([room, sockets]) =>
      Object.keys(sockets).map((socket) => [`presence/${room}/${socket}`, true] as const),
    );
    if (isDeepStrictEqual(Object.fromEntries(present), living)) return;
    // oxlint-disable-next-line no-await-in-loop
    await sleep(100);
  }
  result.wrong.push("Presence is not that of the open sockets.");
}

function urlOf({ path, query }: Listened): string {
  const rest = restOf.get(query);
  return `${path}.json?ns=foyer&format=export${rest === undefined ? "" : `&${rest}`}`;
}

async function rest(url: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/${url}`);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

function difference({ path, query, value }: Listened, stored: unknown): string {
  const [told, is] = [value, stored].map((json) => JSON.stringify(json).slice(0, 2_000));
  return `${path} ${JSON.stringify(query)} was told ${told} but is ${is}`;
}
