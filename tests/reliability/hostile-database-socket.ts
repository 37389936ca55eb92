/** Hostile clients of the socket protocol. What of their requests was accepted is told to the model. */
import { connect } from "node:net";
import { once } from "node:events";
import { WebSocket } from "ws";
import { type RawClient, openRawClient } from "../../backend/database/testing/raw-client.ts";
import {
  type Random,
  hostileUpdate,
  hostileValue,
  wirePath,
  wireQuery,
} from "./hostile-database-json.ts";
import type { createModel } from "./hostile-database-model.ts";

type Model = ReturnType<typeof createModel>;
type Request = { number: number; action: string; body: string };
/** A body of JSON; what was sent may be known only by parsing it. */
type Body = { p: string; d: unknown };

const ACTIONS = "p p p p m m m q q n g o om oc auth unauth gauth s echo __proto__ toString".split(
  " ",
);

export async function openSocket(port: number, address = "10.9.0.1"): Promise<RawClient> {
  const url = `ws://127.0.0.1:${port}/.ws?v=5&ns=foyer`;
  return openRawClient(new WebSocket(url, { headers: { "x-forwarded-for": address } }));
}

/** Requests that can be answered, and are: the socket stays open. Returns how many were accepted. */
export async function sendRequests(
  random: Random,
  client: RawClient,
  deps: { model: Model; own: string; left: string; count: number },
): Promise<{ accepted: number; writes: number }> {
  client.received.length = 0;
  const requests = Array.from({ length: deps.count }, (_, number) =>
    newRequest(random, number + 1, deps),
  );
  for (const { number, action, body } of requests) {
    client.sendText(`{"t":"d","d":{"r":${number},"a":"${action}","b":${body}}}`);
  }
  await client.until(() => (answersOf(client).size === requests.length ? true : undefined));
  const statuses = answersOf(client);
  const accepted = requests.filter(({ number }) => statuses.get(number) === "ok");
  const writes = accepted.filter(({ action }) => action === "p" || action === "m");
  for (const { action, body } of writes) {
    const { p, d } = JSON.parse(body) as Body;
    if (action === "p") deps.model.put(p, d);
    else deps.model.update(p, d);
  }
  return { accepted: accepted.length, writes: writes.length };
}

function answersOf({ received }: RawClient): Map<number, string> {
  const answers = received.filter((message) => message.r !== undefined);
  return new Map(answers.map((message) => [message.r as number, message.b.s as string]));
}

/** What a connection leaves behind is written elsewhere: nobody tells when it was accepted. */
function newRequest(
  random: Random,
  number: number,
  { own, left }: { own: string; left: string },
): Request {
  const action = random.pick(ACTIONS);
  const isLeft = action === "o" || action === "om";
  const members = [`"p":${wirePath(random, isLeft ? left : own, !isLeft && action !== "m")}`];
  if (action === "m" || action === "om") {
    members[0] = '"p":"/"';
    members.push(`"d":${hostileUpdate(random, isLeft ? left : own)}`);
  } else members.push(`"d":${hostileValue(random)}`);
  if (action === "p" && random.below(6) === 0) members.push(`"h":${hostileValue(random, 0)}`);
  if (["q", "n", "g"].includes(action) && random.below(4) > 0)
    members.push(`"q":${wireQuery(random)}`);
  if (action === "q")
    members.push(`"h":""`, `"t":${random.pick(["1", "2", "1.5", '"x"', "null"])}`);
  if (action === "auth") members.push(`"cred":${hostileValue(random, 1)}`);
  if (random.below(20) === 0) members.push(`"__proto__":${hostileValue(random, 1)}`);
  return {
    number,
    action,
    body: random.below(60) === 0 ? hostileValue(random, 1) : `{${members.join(",")}}`,
  };
}

/** What ends a socket, or should; resolves when the server has looked at it. Returns how many messages it was. */
export async function sendFatal(random: Random, client: RawClient): Promise<number> {
  const messages = Array.from({ length: 1 + random.below(3) }, () => fatalMessage(random));
  for (const message of messages) {
    if (client.socket.readyState !== client.socket.OPEN) break;
    client.socket.send(message);
  }
  if (random.below(3) === 0) client.socket.terminate();
  else client.socket.close();
  await client.closed;
  return messages.length;
}

function fatalMessage(random: Random): string | Buffer {
  const value = hostileValue(random, 2);
  switch (random.below(12)) {
    case 0:
      return value;
    case 1:
      return `{"t":${hostileValue(random, 0)},"d":${value}}`;
    case 2:
      return `{"t":"d","d":{"r":${hostileValue(random, 0)},"a":"s","b":{}}}`;
    case 3:
      return `{"t":"d","d":{"r":1,"a":${value},"b":{}}}`;
    case 4:
      return `{"t":"c","d":{"t":${hostileValue(random, 0)},"d":${value}}}`;
    case 5:
      return randomBytes(random, random.below(200));
    case 6:
      return random.pick(["1", "2", "1088", "1089", "999999", "1000000", "-1", "0", "00"]);
    case 7:
      return value.slice(0, random.below(value.length));
    case 8:
      return '{"t":"d","d":{"r":1,"a":"p","b":{"p":"'.padEnd(
        random.pick([300_000, 1_100_000]),
        "x",
      );
    case 9:
      return `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    case 10:
      return `{"t":"d","d":{"r":1,"a":"p","b":{"p":"open/x","d":[${"1,".repeat(120_000)}1]}}}`;
    default:
      return "";
  }
}

/** Bytes that are no message at all: before the handshake, or frames of the WebSocket layer. */
export async function sendBytes(random: Random, port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  // The server may cut it off at any byte; "close" follows.
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.resume();
  await once(socket, "connect");
  if (random.below(3) === 0) socket.write(randomBytes(random, 1 + random.below(300)));
  else {
    socket.write(handshake(random));
    for (let frames = 1 + random.below(4); frames > 0; frames -= 1) socket.write(frame(random));
  }
  if (random.below(2) === 0) socket.destroy();
  else socket.destroySoon();
  await closed;
}

function handshake(random: Random): string {
  const path = random.pick([
    "/.ws?v=5&ns=foyer",
    "/.ws?v=5&ns=foyer",
    "/.ws",
    "/.ws?v=4",
    "/x",
    "*",
  ]);
  return [
    `GET ${path} HTTP/1.1`,
    `Host: ${random.pick(["127.0.0.1", "127.0.0.1", "[", "a b", ""])}`,
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Key: ${random.pick(["dGhlIHNhbXBsZSBub25jZQ==", "x"])}`,
    `Sec-WebSocket-Version: ${random.pick(["13", "13", "8"])}`,
    `X-Forwarded-For: 10.9.1.${random.below(250)}`,
    "\r\n",
  ].join("\r\n");
}

/** A frame with a random head, that may announce more than follows. */
function frame(random: Random): Buffer {
  const opcode = random.pick([0x81, 0x81, 0x01, 0x00, 0x80, 0x82, 0x88, 0x89, 0x8a, 0xc1, 0x8f]);
  const length = random.pick([0x80, 0x81, 0x85, 0xfd, 0xfe, 0xff, 0x05, 0xff]);
  return Buffer.concat([Buffer.from([opcode, length]), randomBytes(random, random.below(40))]);
}

function randomBytes(random: Random, size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, () => random.below(256)));
}
