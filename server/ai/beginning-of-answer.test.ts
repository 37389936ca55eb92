import { expect, test } from "vitest";
import { beginningOfAnswer } from "./beginning-of-answer.ts";

test("marks at the beginning of lines are left out, words are not", () => {
  expect(beginningOfAnswer("# A garden\n\n## What\n\n- [x] Dug\n- one - two\n> so")).toBe(
    "A garden What Dug one - two so",
  );
  expect(beginningOfAnswer("```ts\nlet a = 1;\n```\n\n---\nC# is #1")).toBe("let a = 1; C# is #1");
  expect(beginningOfAnswer("| a | b |\n|---|--:|\n| 1 | 2 |")).toBe("a · b 1 · 2");
  expect(beginningOfAnswer("So:\n\n| Crop |\n|---|\n||\n| Peas |  |")).toBe("So: Crop Peas");
  expect(beginningOfAnswer("")).toBe("");
});

test("whatever is sent, it ends", () => {
  for (const hostile of ["-", "|", " -", "|-", "# ", "`", "- [ ", "\t\n", "| "]) {
    expect(beginningOfAnswer(hostile.repeat(20_000)).length).toBeLessThan(110);
  }
  for (const [one, other] of ["- ", "-|", "|-", " -", "-:", "-\t", ": "]) {
    const line = `${one?.repeat(1000) ?? ""}${other?.repeat(900) ?? ""}x`;
    expect(beginningOfAnswer(line).length).toBeLessThan(110);
  }
});
