/**
 * Writes in a room, and brings somebody in and out of it, until it is killed. Its standard input is JSON: `room`, `root`, the key
 * of a message that has a thread, `first`, the number of the first message, and `again`, those of before whose answer nobody
 * heard. A line `b N` says that a message is begun, `a N PLACE` where it was stored, `m DONE` that a member has come or gone.
 */
import { readFileSync, writeSync } from "node:fs";
import { createBackend } from "#backend";
import { placeOfMessage } from "#lib/chat/message.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import { openChatServer, sentOf, writers } from "./chat-parts.ts";

type Asked = { room: string; root: string; first: number; again: number[] };

const [dataDir = ""] = process.argv.slice(2);
const { room, root, first, again } = JSON.parse(readFileSync(0, "utf8")) as Asked;
const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
const log = createLog("silent");
const server = () =>
  openChatServer(createEmbeddedServerBackend(backend, { projectId: "kill", log }), Date.now);

let changing: Promise<unknown> = Promise.resolve();

async function send({ messages }: ReturnType<typeof server>, number: number): Promise<void> {
  const sent = sentOf(number, root);
  const by = writers[number % writers.length]!;
  writeSync(1, `b ${number}\n`);
  let said = await messages.send(by, room, sent);
  // Of several servers that write without a pause one may come too late each time: a browser asks again.
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  while ("refused" in said && said.refused === "busy") said = await messages.send(by, room, sent);
  if (!("key" in said)) throw new Error(`${number}: ${JSON.stringify(said)}`);
  writeSync(1, `a ${number} ${placeOfMessage({ key: said.key, root: sent.root })}\n`);
}

let next = first;
/** A server of its own: the others' queues are unknown to it. */
async function sendOn(): Promise<never> {
  const own = server();
  for (;;) {
    // oxlint-disable no-await-in-loop -- each waits for its answer
    await changing;
    const number = next;
    next += 1;
    await send(own, number);
    // oxlint-enable no-await-in-loop
  }
}

/** What reads more than a message does comes too late each time while others write: they begin no other one meanwhile. */
async function comeAndGo(): Promise<never> {
  const own = server();
  const { members } = own;
  const changes = [
    () => members.add("ann", room, ["dan"]),
    () => members.remove("ann", room, "dan"),
  ];
  for (let at = 0; ; at += 1) {
    // oxlint-disable no-await-in-loop -- one after the other
    await send(own, next++);
    await send(own, next++);
    const change = changes[at % 2]!();
    changing = change;
    const said = await change;
    // oxlint-enable no-await-in-loop
    if (said !== "done") throw new Error(JSON.stringify(said));
    writeSync(1, `m ${said}\n`);
  }
}

await Promise.all(again.map((number) => send(server(), number)));
await Promise.all([sendOn(), sendOn(), sendOn(), comeAndGo()]);
