/**
 * Two unmodified SDKs on one server, and a model. After each random step every open listener of both clients, and what
 * the server has stored, are compared with the model.
 */
import { isDeepStrictEqual } from "node:util";
import {
  type Database,
  get,
  goOffline,
  goOnline,
  onDisconnect,
  onValue,
  ref,
  set,
} from "firebase/database";
import { type Follower, follow, keysOf, openModelClient } from "./model-client.ts";
import { openModelLink } from "./model-link.ts";
import { selectedKeys, toSdk } from "./model-query.ts";
import {
  type Step,
  counting,
  randomBlindWrite,
  randomLeft,
  randomPath,
  randomQuery,
  randomWrite,
  transacted,
} from "./model-steps.ts";
import { type ModelNode, exportOf, nodeAt, pathOf } from "./model-tree.ts";
import { openDatabase } from "./open-database.ts";
import { seededRandom } from "./random.ts";

const PATIENCE_MS = 20_000;
const MOST_LISTENERS = 8;
/** What the test itself writes; the model does not know it. */
const MARKERS = "m";

const INDEXED = {
  ".indexOn": ["a", ".value"],
  $one: { ".indexOn": ["a", "b/1"], $two: { ".indexOn": [".value", "b/1"] } },
};

type Side = { db: Database; name: string; followers: Follower[]; left: Step[] };

/**
 * Returns how often connections were lost and listeners opened.
 * @throws Error with the seed, the last steps and the first difference
 */
export async function fuzzTree({ seed, steps }: { seed: number; steps: number }) {
  const random = seededRandom(seed);
  let nowMs = 1_700_000_000_000;
  await using stack = new AsyncDisposableStack();
  const link = stack.use(await openModelLink(() => Number(new URL(server.origin()).port)));
  const access = { ".read": true, ".write": true };
  const server = await openDatabase({
    clock: () => nowMs,
    rules: { rules: seed % 2 === 0 ? access : { ...access, t: INDEXED } },
    // Where clients connect anew.
    socketOrigin: link.origin,
  });
  stack.use(server);
  const sides = ["A", "B"].map((name): Side => {
    const { db } = stack.use(openModelClient(link.url, name));
    return { db, name, followers: [], left: [] };
  });
  /** Without listeners, so that everything is read from the server. */
  const reader = stack.use(openModelClient(server.url()));
  let tree: ModelNode = null;
  let marker = 0;
  const done = { reconnects: 0, listens: 0 };
  const log: string[] = [];

  const other = (side: Side) => sides.find((each) => each !== side) as Side;
  const say = (side: Side, text: string) => void log.push(`${side.name} ${text}`);

  async function perform(side: Side, step: Step): Promise<void> {
    const isQueried = ({ path, query }: Follower) =>
      path === step.prioritizes && query !== undefined;
    if (sides.some(({ followers }) => followers.some(isQueried))) return;
    say(side, step.text);
    await step.run(side.db);
    tree = step.apply(tree, nowMs);
  }

  function changeListeners(side: Side): void {
    const { followers } = side;
    if (followers.length > random.below(MOST_LISTENERS)) {
      const [gone] = followers.splice(random.below(followers.length), 1);
      say(side, `stops listening to ${gone?.name}`);
      gone?.stop();
      return;
    }
    const path = random.below(10) === 0 ? "/" : randomPath(random, "t", 2);
    const isWhole = path === "/" || random.below(3) === 0;
    const follower = follow(side.db, path, isWhole ? undefined : randomQuery(random));
    if (followers.some(({ name }) => name === follower.name)) {
      follower.stop();
      return;
    }
    say(side, `listens to ${follower.name}`);
    followers.push(follower);
    done.listens += 1;
  }

  async function together(): Promise<void> {
    const lists = sides.map((_, i): Step[] => {
      const under = `t/${"ab"[i]}`;
      const steps = Array.from({ length: 1 + random.below(4) }, () =>
        random.below(2) === 0 ? counting(random) : randomBlindWrite(random, under, true),
      );
      // Last: a set after it would give it up.
      return random.below(2) === 0
        ? steps
        : [...steps, transacted(random, randomPath(random, under))];
    });
    const running = sides.flatMap((side, i) =>
      (lists[i] as Step[]).map((step) => {
        say(side, `at the same time: ${step.text}`);
        return step.run(side.db);
      }),
    );
    await Promise.all(running);
    for (const step of lists.flat()) tree = step.apply(tree, nowMs);
  }

  /** The connection of one ends; both write; it comes back. */
  async function away(side: Side): Promise<void> {
    for (let i = random.below(3); i > 0; i -= 1) {
      const step = randomLeft(random, "t");
      say(side, step.text);
      await step.run(side.db);
      side.left.push(step);
    }
    if (random.below(5) === 0) {
      say(side, "cancels what it left");
      await onDisconnect(ref(side.db, "t")).cancel();
      side.left = [];
    }
    marker += 1;
    const gone = `${MARKERS}/gone`;
    await onDisconnect(ref(side.db, gone)).set(marker);
    const noticed = untilValue(other(side).db, gone, marker);
    const isCut = random.below(2) === 0;
    say(side, isCut ? "is cut off" : "goes offline");
    if (isCut) {
      const lost = untilValue(side.db, ".info/connected", false);
      link.cut(side.name);
      await lost;
    }
    goOffline(side.db);
    await noticed;
    for (const step of side.left) tree = step.apply(tree, nowMs);
    side.left = [];
    for (let i = random.below(3); i > 0; i -= 1) {
      await perform(other(side), randomWrite(random, "t"));
    }
    const waiting: Promise<unknown>[] = [];
    const written: Step[] = [];
    for (let i = random.below(3); i > 0; i -= 1) {
      const step = randomBlindWrite(random, "t", false);
      say(side, `offline: ${step.text}`);
      waiting.push(step.run(side.db));
      written.push(step);
    }
    if (random.below(3) === 0) changeListeners(side);
    say(side, "comes back");
    goOnline(side.db);
    done.reconnects += 1;
    await Promise.all(waiting);
    for (const step of written) tree = step.apply(tree, nowMs);
  }

  /** Its writes are under way when the connection ends: the SDK sends them again. */
  async function cutWhileWriting(side: Side): Promise<void> {
    const writes = Array.from({ length: 1 + random.below(3) }, () =>
      randomBlindWrite(random, "t", false),
    );
    const running = writes.map((step) => {
      say(side, `cut off during: ${step.text}`);
      return step.run(side.db);
    });
    const lost = untilValue(side.db, ".info/connected", false);
    link.cut(side.name);
    await lost;
    goOnline(side.db);
    done.reconnects += 1;
    await Promise.all(running);
    for (const step of writes) tree = step.apply(tree, nowMs);
  }

  async function oneStep(): Promise<void> {
    const side = random.pick(sides);
    const kind = random.below(30);
    if (kind < 2) return together();
    if (kind < 4) return away(side);
    if (kind < 6) return cutWhileWriting(side);
    if (kind < 12) return changeListeners(side);
    if (kind < 13) return perform(side, counting(random));
    return perform(side, randomWrite(random, "t"));
  }

  async function compare(): Promise<void> {
    marker += 1;
    // What a client is told of before the answer to this is all that there is to tell.
    await Promise.all(sides.map(({ db, name }) => set(ref(db, `${MARKERS}/${name}`), marker)));
    for (const side of sides) {
      for (const follower of side.followers) {
        const isRoot = follower.name === "/";
        const fault = follower.faultOf(tree, isRoot ? MARKERS : undefined);
        if (fault !== undefined) throw new Error(`${side.name} at "${follower.name}": ${fault}`);
      }
    }
    const stored = (await get(ref(reader.db))).exportVal() as Record<string, unknown>;
    delete stored[MARKERS];
    const right = exportOf(tree) ?? {};
    if (!isDeepStrictEqual(stored, right)) {
      throw new Error(`Stored is ${JSON.stringify(stored)}, not ${JSON.stringify(right)}`);
    }
    const [path, query] = [randomPath(random, "t", 2), randomQuery(random)];
    const got = keysOf(await get(toSdk(ref(reader.db, path), query)));
    const selected = selectedKeys(nodeAt(tree, pathOf(path)), query);
    if (!isDeepStrictEqual(got, selected)) {
      const asked = `${path} ${JSON.stringify(query)}`;
      throw new Error(
        `Of ${asked} it gets ${JSON.stringify(got)}, not ${JSON.stringify(selected)}`,
      );
    }
  }

  for (const side of sides) await set(ref(side.db, `${MARKERS}/gone`), 0);
  for (let i = 1; i <= steps; i += 1) {
    nowMs += 1_000;
    try {
      await patiently(oneStep());
      await patiently(compare());
    } catch (error) {
      const message = `Seed ${seed}, step ${i}: ${(error as Error).message}\n${log.slice(-12).join("\n")}`;
      throw new Error(message, { cause: error });
    }
  }
  return done;
}

function untilValue(db: Database, path: string, value: unknown): Promise<void> {
  return new Promise((resolve) => {
    const stop = onValue(ref(db, path), (snapshot) => {
      if (snapshot.val() !== value) return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

/** What never ends becomes an error that says where. */
async function patiently(promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It does not end.")), PATIENCE_MS);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
