import { expect, test } from "vitest";
import { FrameError, createFrameReader, toFrames } from "./frames.ts";
import { createHeldChars } from "../http/index.ts";

const MEGABYTE = 1024 * 1024;

function createReader(options: Partial<Parameters<typeof createFrameReader>[0]> = {}) {
  const held = createHeldChars(16 * MEGABYTE).shareOf("client");
  return createFrameReader({ held, maxChars: () => 4 * MEGABYTE, clock: () => 0, ...options });
}

test("a long text is cut into counted frames that no character is lost between", () => {
  for (const length of [16_383, 16_384, 16_385, 32_768, 32_769, 100_001]) {
    const text = `x${"\ud83d\ude00".repeat(length / 2)}`.slice(0, length).toWellFormed();
    const frames = [...toFrames(text)];
    expect(frames.every((frame) => frame.length <= 16_384 && frame.isWellFormed())).toBe(true);
    expect(frames.slice(0, -1).length).toBe(frames.length === 1 ? 0 : Number(frames[0]));
    const reader = createReader();
    const messages = frames
      .map((frame) => reader.read(frame))
      .filter((message) => message !== undefined);
    expect(messages).toEqual([text]);
  }
});

test("a frame of digits within a message is not taken for a count, a bare 0 between messages for nothing", () => {
  const reader = createReader();
  const frames = ["0", "2", "1", "2", "0", "{}", "1", "0"];
  expect(frames.map((frame) => reader.read(frame))).toEqual([
    undefined,
    undefined,
    undefined,
    "12",
    undefined,
    "{}",
    undefined,
    "0",
  ]);
});

test("a message is bounded however it is cut, and what was refused is not held", () => {
  const held = createHeldChars(16 * MEGABYTE);
  let maxChars = 10;
  const reader = createReader({ held: held.shareOf("a"), maxChars: () => maxChars });
  expect(() => reader.read("12345678901")).toThrow(FrameError);
  reader.read("3");
  reader.read("123456");
  expect(() => reader.read("78901")).toThrow(/too large/);
  expect(() => reader.read("999999")).toThrow(/too large/);
  maxChars = 5 * MEGABYTE;
  expect(reader.read("12345678901")).toBe("12345678901");
  reader.read("2");
  reader.read("x".repeat(4 * MEGABYTE));
  expect(held.shareOf("a").take(1)).toBe(false);
  expect(() => reader.read("x")).toThrow(/too much/);
  expect(held.shareOf("a").take(4 * MEGABYTE)).toBe(true);
});

test("a message that is not complete within a minute is overdue, unless its client was kept from sending", () => {
  let nowMs = 0;
  const reader = createReader({ clock: () => nowMs });
  nowMs = 100_000;
  expect(reader.isOverdue()).toBe(false);
  reader.read("3");
  nowMs += 59_999;
  reader.read("x");
  expect(reader.isOverdue()).toBe(false);
  nowMs += 1;
  expect(reader.isOverdue()).toBe(true);
  reader.excuse();
  expect(reader.isOverdue()).toBe(false);
  nowMs += 60_000;
  expect(reader.isOverdue()).toBe(true);
  reader.read("x");
  expect(reader.read("x")).toBe("xxx");
  expect(reader.isOverdue()).toBe(false);
});
