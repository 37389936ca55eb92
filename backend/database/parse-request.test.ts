import { expect, test } from "vitest";
import { parseMessage } from "./parse-request.ts";

function parseBody(action: string, body: string) {
  const message = parseMessage(`{"t":"d","d":{"r":1,"a":"${action}","b":${body},"z":[1]},"y":[1]}`);
  return message.kind === "request" ? message.request.body : message;
}

test("of a request only what its action looks at is kept", () => {
  const all =
    '{"p":"a","d":[1],"h":"","q":{"l":1},"t":1,"s":{},"c":{},"z":[1],"__proto__":{"p":"b"}}';
  expect(parseBody("p", all)).toEqual({ p: "a", d: [1], h: "" });
  expect(parseBody("m", all)).toEqual({ p: "a", d: [1] });
  expect(parseBody("g", all)).toEqual({ p: "a", q: { l: 1 } });
  expect(parseBody("q", all)).toEqual({ p: "a", q: { l: 1 }, t: 1, h: "" });
  expect(parseBody("oc", all)).toEqual({ p: "a" });
  for (const action of ["s", "unauth", "zzz", "__proto__", "toString"]) {
    expect(parseBody(action, all)).toEqual({});
  }
  expect(Object.keys(parseBody("g", '{"__proto__":{"p":"b"}}'))).toEqual([]);
});

test("a message with more values than are taken is not parsed, but answered when it begins as the SDK's", () => {
  const many = "{},".repeat(250_000);
  const sdks = parseMessage(`{"t":"d","d":{"r":7,"a":"p","b":{"p":"x","d":[${many}{}]}}}`);
  expect(sdks).toEqual({
    kind: "request",
    request: expect.objectContaining({ number: 7, action: "p", body: {}, heldChars: 0 }),
  });
  expect(parseMessage(`{"z":[${many}{}],"t":"d","d":{"r":7,"a":"p","b":{}}}`).kind).toBe("bad");
});

test("what is held is counted by values too: many small ones are larger than their text", () => {
  const sizeOf = (data: string) => {
    const message = parseMessage(`{"t":"d","d":{"r":1,"a":"p","b":{"p":"x","d":${data}}}}`);
    return message.kind === "request" ? message.request.heldChars : undefined;
  };
  expect(sizeOf(`[${"{},".repeat(1_000)}1]`)).toBeGreaterThan(32_000);
  expect(sizeOf(`"${"x".repeat(3_000)}"`)).toBeLessThan(4_000);
});
