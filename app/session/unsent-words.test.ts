import { expect, test } from "vitest";
import { unsentWords } from "./unsent-words.ts";

test.each([
  [1, 0, 0, "1 change is not saved yet"],
  [3, 0, 0, "3 changes are not saved yet"],
  [0, 1, 0, "1 file is not saved yet"],
  [0, 0, 1, "1 message is not saved yet"],
  [2, 1, 0, "2 changes and 1 file are not saved yet"],
  [2, 1, 3, "2 changes, 1 file and 3 messages are not saved yet"],
])("%i changes, %i files and %i replies: %s", (changes, files, replies, words) => {
  expect(unsentWords({ changes, files, replies })).toBe(words);
});
