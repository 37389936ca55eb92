/** One client of the soak: a socket, what it listens to, and what it has been told of it. */
import { WebSocket } from "ws";

// What the server sends is JSON of many shapes.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export type Listened = {
  path: string;
  /** As the socket protocol has it; undefined for all data. */
  query: object | undefined;
  /** In export form. */
  value: Json;
};

export type Client = {
  listened: readonly Listened[];
  /** Of all the pushes that came. */
  told(): number;
  /** Undefined when the socket was closed first: then nobody knows whether it was done. @throws Error when refused */
  ask(action: string, body: object): Promise<"ok" | undefined>;
  /** `cut`: as by a network, without a word. */
  leave(how: "cut" | "close"): Promise<void>;
};

/** @param onLost called when the socket ends, or is sent what it should not be, without `leave`. */
export async function connect(deps: {
  port: number;
  /** As which the server knows it. */
  address: string;
  listens: readonly Pick<Listened, "path" | "query">[];
  onLost(why: string): void;
}): Promise<Client> {
  const url = `ws://127.0.0.1:${deps.port}/.ws?v=5&ns=foyer`;
  const socket = new WebSocket(url, { headers: { "x-forwarded-for": deps.address } });
  const listened = deps.listens.map((listen): Listened => ({ ...listen, value: null }));
  const waiting = new Map<number, { answer(status: string): void; lose(): void }>();
  const hello = Promise.withResolvers<void>();
  let leaving = false;
  let told = 0;
  let requests = 0;
  let frames = { missing: 0, texts: [] as string[] };

  function read(frame: string): void {
    if (frames.missing === 0 && /^\d{1,6}$/.test(frame)) {
      frames = { missing: Number(frame), texts: [] };
      return;
    }
    if (frames.missing === 0) return receive(JSON.parse(frame));
    frames.texts.push(frame);
    frames.missing -= 1;
    if (frames.missing === 0) receive(JSON.parse(frames.texts.join("")));
  }

  function receive({ t, d }: { t: string; d: Json }): void {
    if (t === "c") return hello.resolve();
    if (d.r !== undefined) {
      waiting.get(d.r)?.answer(d.b.s);
      waiting.delete(d.r);
      return;
    }
    const listen = d.b.t === undefined ? listenAbove(d.b.p) : listened[d.b.t];
    if (listen === undefined || (d.a !== "d" && d.a !== "m")) {
      return deps.onLost(`was sent ${JSON.stringify(d).slice(0, 200)}`);
    }
    told += 1;
    const below = keysOf(d.b.p).slice(keysOf(listen.path).length);
    const parts = d.a === "d" ? { "": d.b.d } : d.b.d;
    for (const [at, value] of Object.entries(parts)) {
      listen.value = put(listen.value, [...below, ...keysOf(at)], value);
    }
  }

  const listenAbove = (path: string) =>
    listened.find(
      (listen) => listen.query === undefined && `${path}/`.startsWith(`${listen.path}/`),
    );

  async function ask(action: string, body: object): Promise<"ok" | undefined> {
    if (socket.readyState !== socket.OPEN) return undefined;
    const number = (requests += 1);
    const status = await new Promise<string | undefined>((resolve) => {
      waiting.set(number, { answer: resolve, lose: () => resolve(undefined) });
      socket.send(JSON.stringify({ t: "d", d: { r: number, a: action, b: body } }));
    });
    if (status !== undefined && status !== "ok") {
      throw new Error(`${action} ${JSON.stringify(body)} was answered ${status}`);
    }
    return status;
  }

  const closed = new Promise<void>((resolve) => {
    socket.once("close", (code, reason) => {
      for (const request of waiting.values()) request.lose();
      if (!leaving) deps.onLost(`was closed: ${code} ${String(reason)}`);
      resolve();
    });
  });
  socket.on("message", (data: Buffer) => read(data.toString()));
  socket.on("error", (error) => hello.reject(error));
  await hello.promise;
  const asked = listened.map(({ path, query }, tag) =>
    ask("q", query === undefined ? { p: path, h: "" } : { p: path, h: "", q: query, t: tag }),
  );
  await Promise.all(asked);

  return {
    listened,
    told: () => told,
    ask,
    leave(how) {
      leaving = true;
      if (how === "cut") socket.terminate();
      else socket.close();
      return closed;
    },
  };
}

const keysOf = (path: string): string[] => path.split("/").filter((key) => key !== "");

/** The value with another value at `keys`; what has no children left is nothing. */
function put(value: Json, keys: readonly string[], part: Json): Json {
  const [key, ...rest] = keys;
  if (key === undefined) return part;
  const isObject = typeof value === "object" && value !== null;
  const object: Record<string, Json> = isObject ? { ...value } : {};
  const child = put(object[key] ?? null, rest, part);
  if (child === null) delete object[key];
  else object[key] = child;
  return Object.keys(object).some((name) => name !== ".priority") ? object : null;
}
