import { ReadableStream } from "node:stream/web";
import { expect, test } from "vitest";
import { openBody } from "./request-body.ts";

function bodyOf(chunks: Uint8Array[]) {
  const body = ReadableStream.from(chunks);
  const init = { method: "POST", body, duplex: "half" } as RequestInit;
  return openBody(new Request("http://local/", init), new AbortController().signal);
}

test("what has passed gives its memory back, unless it shares it with something else", async () => {
  const whole = new Uint8Array([1, 2, 3]);
  const shared = new Uint8Array([4, 5, 6]);
  const read: number[][] = [];
  for await (const chunk of bodyOf([whole, shared.subarray(1)]).readPassing(100)) {
    read.push([...chunk]);
  }
  expect(read).toEqual([
    [1, 2, 3],
    [5, 6],
  ]);
  expect([whole.length, shared.length]).toEqual([0, 3]);
});

test("what is read otherwise stays", async () => {
  const chunk = new Uint8Array([1, 2, 3]);
  expect([...(await bodyOf([chunk]).readAll(100))]).toEqual([1, 2, 3]);
  expect(chunk).toHaveLength(3);
  await expect(bodyOf([chunk]).readAll(2)).rejects.toMatchObject({ code: "TOO_LARGE" });
});
