/** One message of a client, as far as every action has it in common. */
const MAX_ACTION_CHARS = 20;
/** Of one message. It bounds the time that parsing and what follows takes, before any of it. */
const MAX_VALUES = 250_000;
/** About what a value costs in memory beside its text. */
const VALUE_CHARS = 16;

const [COMMA, LIST, MAP] = [0x2c, 0x5b, 0x7b];

/** What each action looks at; nothing else is kept while a request waits. */
const MEMBERS = new Map([
  ["q", ["p", "q", "t", "h"]],
  ["n", ["p", "q"]],
  ["g", ["p", "q"]],
  ["p", ["p", "d", "h"]],
  ["m", ["p", "d"]],
  ["o", ["p", "d"]],
  ["om", ["p", "d"]],
  ["oc", ["p"]],
  ["auth", ["cred", "authvar", "noauth"]],
]);

export type SocketRequest = {
  number: number;
  action: string;
  body: Record<string, unknown>;
  /** Of its text. */
  sizeChars: number;
  /** About what it holds in memory while it waits, in characters. */
  heldChars: number;
  /** Why it was not even parsed. */
  refusal: string | undefined;
};

/** What a message is; `bad` cannot even be answered. */
export type SocketMessage =
  | { kind: "request"; request: SocketRequest }
  | { kind: "ping" }
  | { kind: "nothing" }
  | { kind: "bad"; fault: string };

export function parseMessage(text: string): SocketMessage {
  const values = countValues(text);
  if (values > MAX_VALUES) return refuseValues(text);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: "bad", fault: "A message must be JSON." };
  }
  if (!isRecord(json) || !isRecord(json["d"])) {
    return { kind: "bad", fault: "A message must have t and d." };
  }
  const data = json["d"];
  if (json["t"] === "c") return { kind: data["t"] === "p" ? "ping" : "nothing" };
  if (json["t"] !== "d") return { kind: "bad", fault: "t must be c or d." };
  const { r: number, a: action, b: body } = data;
  if (typeof number !== "number" || !Number.isFinite(number)) {
    return { kind: "bad", fault: "A request must have a number r." };
  }
  if (typeof action !== "string" || action.length > MAX_ACTION_CHARS) {
    return { kind: "bad", fault: "A request must have an action a." };
  }
  const request = {
    number,
    action,
    body: isRecord(body) ? pick(body, MEMBERS.get(action) ?? []) : {},
    sizeChars: text.length,
    heldChars: text.length + values * VALUE_CHARS,
    refusal: undefined,
  };
  return { kind: "request", request };
}

/** Not fewer than there are: those that stand in texts are counted too. */
function countValues(text: string): number {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === COMMA || unit === LIST || unit === MAP) values += 1;
  }
  return values;
}

/** Where it can be answered it is: after a mere close the SDK would send it again and again. */
function refuseValues(text: string): SocketMessage {
  const refusal = `A message must not have more than ${MAX_VALUES} values; write in parts.`;
  const begun = parseBegin(text);
  if (begun === undefined) return { kind: "bad", fault: refusal };
  const request = { ...begun, body: {}, sizeChars: 0, heldChars: 0, refusal };
  return { kind: "request", request };
}

/** What a message asks for that begins as the SDK's do. */
export function parseBegin(text: string): { number: number; action: string } | undefined {
  const begin = /^\{"t":"d","d":\{"r":(\d{1,15}),"a":"([a-z]{1,20})"/.exec(text.slice(0, 100));
  if (begin === null) return undefined;
  return { number: Number(begin[1]), action: begin[2] ?? "" };
}

function pick(body: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) if (Object.hasOwn(body, name)) picked[name] = body[name];
  return picked;
}

function isRecord(json: unknown): json is Record<string, unknown> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
