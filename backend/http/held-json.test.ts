import { expect, test } from "vitest";
import { createHeldChars } from "./held-chars.ts";
import { heldJsonResponse } from "./held-json.ts";
import { ServerBusyError } from "./read-body.ts";

const MEBI = 1024 * 1024;
/** A character of two units stands across every border between pieces. */
const large = JSON.stringify(`a${"😀".repeat(MEBI)}`);

test("a large answer arrives whole, whatever its characters, and is forgotten when it is read", async () => {
  const share = createHeldChars(10 * MEBI).shareOf("a");
  for (let i = 0; i < 10; i += 1) {
    const response = heldJsonResponse(200, large, share);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    // oxlint-disable-next-line no-await-in-loop
    expect((await response.text()) === large).toBe(true);
  }
});

test("who does not read what he asked for is answered no more, others and small answers are", async () => {
  const held = createHeldChars(10 * MEBI);
  const share = held.shareOf("a");
  const unread = heldJsonResponse(200, large, share);
  const reader = unread.body?.getReader();
  // A part of it is not the whole.
  for (let piece = 0; piece < 5; piece += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await reader?.read())?.done).toBe(false);
  }
  expect(() => heldJsonResponse(200, large, share)).toThrow(ServerBusyError);
  expect(await heldJsonResponse(200, "{}", share).text()).toBe("{}");
  expect((await heldJsonResponse(200, large, held.shareOf("b")).text()) === large).toBe(true);
  await reader?.cancel();
  expect((await heldJsonResponse(200, large, share).text()) === large).toBe(true);
});
