/**
 * The clients of P6: one that writes and COUNT that listen, in one process and by one clock.
 * Arguments: foyer (the site's server and rules) | open (a database that lets everybody write) | bare (not a database) | chat
 * (a room of the site),
 * port, count. After the message `{writes}` it answers how long after each write each listener
 * had its frame.
 */
import { namespace } from "./bench-tree.ts";
import { openChat } from "./chat-audience.ts";
import { type DatabaseSocket, asVisitor, openDatabaseSocket } from "./database-socket.ts";
import { openRawSocket } from "./raw-socket.ts";

export type BroadcastReport = {
  p50: number;
  p99: number;
  /** Length of the frame that the listeners got. */
  frameBytes: number;
};

type Audience = { write(round: number): void; listeners: number };

const [kind, port, count] = [
  process.argv[2] ?? "",
  Number(process.argv[3]),
  Number(process.argv[4]),
];
const atOnce = 50;
const MAX_NUMBER_LENGTH = 6;
/** What a listener of ours is sent, for the bare server: it sends on what it gets. */
const sample = (round: number) =>
  JSON.stringify({
    t: "d",
    d: { a: "d", b: { p: `users/${"u".repeat(28)}/last_logged_in`, d: timeOf(round) } },
  });

let started = 0;
let frameBytes = 0;
let latencies: number[] = [];
let missing = 0;
let whenAllHave = Promise.withResolvers<void>();

function arrive(payload: Buffer): void {
  latencies.push(performance.now() - started);
  frameBytes = payload.length;
  missing -= 1;
  if (missing === 0) whenAllHave.resolve();
}

function timeOf(round: number): string {
  return new Date(1_700_000_000_000 + round).toISOString();
}

async function openFoyer(): Promise<Audience> {
  const account = await signUp();
  const record = `users/${account.localId}`;
  const open = async (index: number) => {
    const headers = asVisitor(index);
    const socket = await openDatabaseSocket({ port, namespace: "foyer", headers });
    await socket.request("auth", { cred: account.idToken });
    return socket;
  };
  return openDatabase(open, record, newRecord(account));
}

async function openDatabase(
  open: (index: number) => Promise<DatabaseSocket>,
  node: string,
  value: object,
): Promise<Audience> {
  const writer = await open(count);
  await writer.request("p", { p: node, d: value });
  await inGroups(async (index) => {
    const listener = await open(index);
    await listener.request("q", { p: node, h: "" });
    listener.onFrame((payload) => {
      // Some servers send the number of frames before every message.
      if (payload.length > MAX_NUMBER_LENGTH) arrive(payload);
    });
  });
  return {
    listeners: count,
    write(round) {
      writer.request("p", { p: `${node}/last_logged_in`, d: timeOf(round) }).catch(fail);
    },
  };
}

function openOpen(): Promise<Audience> {
  const open = (index: number) =>
    openDatabaseSocket({ port, namespace, headers: asVisitor(index) });
  return openDatabase(open, "bench/node", { last_logged_in: timeOf(0) });
}

async function openBare(): Promise<Audience> {
  const open = () => openRawSocket({ port, path: "/", onFrame: arrive });
  await inGroups(open);
  const writer = await openRawSocket({ port, path: "/writer", onFrame: arrive });
  return { listeners: count, write: (round) => writer.send(sample(round)) };
}

async function inGroups(open: (index: number) => Promise<unknown>): Promise<void> {
  for (let opened = 0; opened < count; opened += atOnce) {
    const size = Math.min(atOnce, count - opened);
    // oxlint-disable-next-line no-await-in-loop
    await Promise.all(Array.from({ length: size }, (_, index) => open(opened + index)));
  }
}

type Account = { idToken: string; localId: string; email: string };

async function signUp(): Promise<Account> {
  const email = "bench@example.com";
  const response = await fetch(
    `http://localhost:${port}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=bench`,
    {
      method: "POST",
      body: JSON.stringify({ email, password: "bench bench", returnSecureToken: true }),
    },
  );
  if (!response.ok) throw new Error(await response.text());
  return { ...((await response.json()) as Account), email };
}

/** As the site's rules want it. */
function newRecord({ localId, email }: Account): object {
  return {
    name: "Bench",
    email,
    roles: { admin: false, editor: false, user: true },
    user_id: localId,
    date_created: timeOf(0),
    last_logged_in: timeOf(0),
    userAITokens: 10,
  };
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

const kinds: Record<string, () => Promise<Audience>> = {
  foyer: openFoyer,
  open: openOpen,
  bare: openBare,
  chat: () => openChat({ port, count, newRecord, arrive, fail }),
};
const openKind = kinds[kind];
if (openKind === undefined) throw new Error(`There is no ${kind}.`);
const audience = await openKind();
let round = 0;

async function measure(writes: number): Promise<BroadcastReport> {
  latencies = [];
  for (let write = 0; write < writes; write += 1) {
    missing = audience.listeners;
    whenAllHave = Promise.withResolvers<void>();
    started = performance.now();
    audience.write(++round);
    // oxlint-disable-next-line no-await-in-loop
    await whenAllHave.promise;
  }
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), frameBytes };
}

process.on("message", ({ writes }: { writes: number }) => {
  measure(writes).then((report) => process.send?.(report), fail);
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
