/** Long histories, put into a data folder that nobody has open by the server's own way to write a room. */
import { createBackend } from "#backend";
import { beginningOf } from "#lib/chat/message-text.ts";
import { type Message, messageKey } from "#lib/chat/message.ts";
import type { DatabaseJson } from "#lib/server-backend.ts";
import { createEmbeddedServerBackend } from "../server/backend-port/embedded.ts";
import { asChange, readChatHead } from "../server/chat/chat-updates.ts";
import { readIndexesFile, readRulesFiles } from "../server/config/rules-files.ts";
import { createLog } from "../server/log.ts";

/** Of one update. */
const atOnce = 500;
const minuteMs = 60_000;
const people = ["Ben", "Cleo", "Dan"];
const words =
  "the tide comes in at seven and the boat is ready so bring a long rope some tea and warm things".split(
    " ",
  );
/** Each so many messages have the seldom word. */
const every = 1000;
export const seldom = "lighthouse";

type Filled = { room: string; messages: number };

/** All of it is read by `reader`. */
export async function fillRooms(
  dataDir: string,
  reader: string,
  rooms: readonly Filled[],
): Promise<void> {
  const log = createLog("silent");
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const store = await createBackend({ dataDir, projectId: "foyer", log, rules, indexes });
  try {
    const backend = createEmbeddedServerBackend(store, { projectId: "foyer", log });
    for (const { room, messages } of rooms) {
      // oxlint-disable no-await-in-loop -- one after the other
      for (let n = 0; n < messages; n += atOnce) {
        const head = await readChatHead(backend, room);
        if (head === undefined) throw new Error("There is no such room.");
        const values = pageOf(room, head.last.n, Math.min(atOnce, messages - n));
        const isTaken = await backend.updateInOrder("chat", room, asChange(room, head, values));
        if (!isTaken) throw new Error("The messages were refused.");
      }
      const read = (await readChatHead(backend, room))?.last.n ?? 0;
      await backend.updateValues({ [`chatReads/${reader}/${room}`]: { n: read } });
      // oxlint-enable no-await-in-loop
    }
  } finally {
    await store.close();
  }
}

const uidOf = (at: number) => `bench-${at % people.length}`;

function pageOf(room: string, before: number, count: number): Record<string, DatabaseJson> {
  const values: Record<string, DatabaseJson> = {};
  let last: Message | undefined;
  for (let n = before + 1; n <= before + count; n += 1) {
    last = messageOf(n);
    values[`chat/${room}/messages/${messageKey(n)}`] = last;
  }
  const { at = 0, by = "", text = "" } = last ?? {};
  values[`chat/${room}/head`] = { n: before + count, at, by, text: beginningOf(text) };
  for (const [at_, name] of people.entries()) {
    values[`chat/${room}/members/${uidOf(at_)}`] = { role: "member", name, at: 0, muted: 0 };
  }
  return values;
}

/** Five minutes long one writes, of one line or several; each tenth has a reaction. */
function messageOf(n: number): Message {
  const length = 4 + ((n * 37) % 60);
  const said = Array.from({ length }, (_, at) => words[(n * 7 + at * 3) % words.length]);
  const text = `${n} ${said.join(" ")}${n % every === 0 ? ` ${seldom}` : ""}`;
  return {
    by: uidOf(Math.floor(n / 5)),
    at: 1_700_000_000_000 + n * minuteMs,
    id: String(n).padStart(20, "0"),
    text,
    ...(n % 10 === 0 && { reactions: { "👍": { [uidOf(n)]: true as const } } }),
  };
}
