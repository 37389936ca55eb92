import { expect, test } from "vitest";
import type { Log } from "../sqlite/index.ts";
import { openDatabase } from "./testing/open-database.ts";
import { seededRandom } from "./testing/random.ts";

const MESSAGES = Number(process.env["FUZZ_RUNS"] ?? 3_000);
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);

const RULES = {
  rules: {
    open: {
      ".read": true,
      ".write": true,
      $a: { ".validate": "newData.hasChildren() || newData.isString() || newData.isNumber()" },
    },
    own: { ".read": "auth.uid !== null", $k: { ".write": "newData.val() === $k" } },
  },
};

const ODD = [
  null,
  true,
  -0,
  1e308,
  5e-324,
  "",
  "0",
  "\0",
  "\ud800",
  "__proto__",
  "constructor",
  "open",
  "/open//x/",
  "own/..",
  "own/.value",
  "open/$a",
  "open/x/.priority",
  ".priority",
  "a/".repeat(40),
  "k".repeat(800),
  [],
  {},
  [[[]]],
  { ".sv": "timestamp" },
  { ".sv": { increment: 1e308 } },
  { ".sv": { __proto__: null } },
  { ".value": { ".value": 1 } },
  { ".value": 1, ".priority": "p" },
  { ".priority": null },
  { ".priority": { ".sv": "timestamp" }, a: { ".priority": true } },
  { "x/.priority": 1, x: 2 },
  { "open/x": 1, "open/x/y": 2 },
  { l: -1 },
  { l: 2, vf: "r", i: "x/y" },
  { i: ".key", sp: "a", ep: "b", sin: false },
  { i: ".value", sp: null, sn: "[MIN_NAME]" },
  { sp: true, ep: 1, en: "x", l: 1, vf: "l" },
  { i: ".priority", sp: "a", sn: "b", sin: false, ep: 1, l: 0x7fffffff, vf: "l" },
  { i: "a/".repeat(32), ep: "\ud800", en: "\0", ein: false },
];
const ACTIONS = "q n g p m o om oc auth unauth gauth s echo appcheck __proto__ toString".split(" ");
const FIELDS = ["p", "d", "h", "q", "t", "cred", "c", "authvar", "__proto__", "constructor"];

test(`${MESSAGES} hostile messages crash nothing, and the server goes on answering (seed ${SEED})`, async () => {
  const failures: unknown[] = [];
  const log: Log = { info() {}, warn() {}, error: (facts) => void failures.push(facts) };
  const clients = { ann: { uid: "ann", token: {} } };
  await using server = await openDatabase({ rules: RULES, clients, log });
  const random = seededRandom(SEED);
  const honest = await server.raw();
  await honest.ask("q", { p: "open", h: "" });

  const hostileBody = (): Record<string, unknown> => {
    const body: Record<string, unknown> = {
      p: random.pick(["open", "open/x", "own/a", "/"]),
      h: "",
    };
    if (random.below(2) === 0) body["d"] = random.value(3);
    for (let i = random.below(4); i > 0; i -= 1) {
      const [field, value] = [random.pick(FIELDS), random.pick(ODD)];
      Object.defineProperty(body, field, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    if (random.below(6) === 0) body["cred"] = "ann";
    return body;
  };
  const damage = (text: string): string => {
    const at = random.below(text.length);
    const piece = random.pick(["", "{", '"', "\\u0000", "9".repeat(30), "]", text.slice(0, at)]);
    return text.slice(0, at) + piece + text.slice(at + random.below(5));
  };

  let sent = 0;
  let answered = 0;
  let hostile = await server.raw();
  while (sent < MESSAGES) {
    for (let i = 0; i < 50; i += 1) {
      const isLast = i === 49;
      const request = { r: sent, a: random.pick(ACTIONS), b: hostileBody() };
      let text = JSON.stringify({
        t: "d",
        d: !isLast && random.below(100) === 0 ? random.pick(ODD) : request,
      });
      if (!isLast && random.below(100) === 0) text = damage(text);
      hostile.socket.send(text);
      sent += 1;
    }
    const lastAnswer = hostile.answerOf(sent - 1).catch(() => {});
    // oxlint-disable-next-line no-await-in-loop
    await Promise.race([hostile.closed, lastAnswer]);
    // oxlint-disable-next-line no-await-in-loop
    expect(await honest.ask("p", { p: "open/honest", d: sent })).toEqual({ s: "ok", d: {} });
    answered += hostile.received.filter(({ r }) => r !== undefined).length;
    hostile.received.length = 0;
    if (random.below(3) === 0) {
      if (hostile.socket.readyState === hostile.socket.OPEN) hostile.socket.send("3");
      hostile.socket.terminate();
    }
    // oxlint-disable-next-line no-await-in-loop
    if (hostile.socket.readyState !== hostile.socket.OPEN) hostile = await server.raw();
  }
  expect(await server.value("open/honest")).toBe(sent);
  expect(failures).toEqual([]);
  // Most were understood, so that more than the parser was tried.
  expect(answered).toBeGreaterThan(MESSAGES / 3);
  const stored = await server.admin("GET", "");
  expect(Object.keys(stored.body as object).every((key) => key === "open" || key === "own")).toBe(
    true,
  );
}, 60_000);
