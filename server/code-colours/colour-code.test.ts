import { expect, test } from "vitest";
import { codeKinds } from "#lib/leetcode/problem-files.ts";
import { colourCode } from "./colour-code.ts";

const plain = codeKinds.indexOf("plain");

function sum(spans: number[]): number {
  return spans.filter((_, at) => at % 2 === 0).reduce((total, length) => total + length, 0);
}

/** Where the last piece that is not plain ends. */
function endOfColours(spans: number[]): number {
  let at = 0;
  let end = 0;
  for (let i = 0; i < spans.length; i += 2) {
    at += spans[i]!;
    if (spans[i + 1] !== plain) end = at;
  }
  return end;
}

test("what begins in one line goes on in the next, whatever ends the lines", async () => {
  for (const end of ["\n", "\r\n"]) {
    const code = ['x = """one', "two", 'three"""', "y = 1", ""].join(end);
    // oxlint-disable-next-line no-await-in-loop -- two
    const [spans] = await colourCode({ codes: [{ code, language: "python3" }] });
    expect(sum(spans!)).toBe(code.length);
    let at = 0;
    const kinds = new Map<string, string>();
    for (let i = 0; i < spans!.length; i += 2) {
      kinds.set(code.slice(at, at + spans![i]!), codeKinds[spans![i + 1]!]!);
      at += spans![i]!;
    }
    expect(kinds.get("two")).toBe("string");
    expect(kinds.get("1")).toBe("constant");
  }
});

test("only the first letters of all codes have colours, and no long line", async () => {
  const code = "return 1 # done\n".repeat(3);
  const codes = [code, code, code].map((each) => ({ code: each, language: "python3" }));
  const most = { letters: code.length * 1.5, ms: Number.POSITIVE_INFINITY };
  const spans = await colourCode({ codes }, most);
  expect(spans.map(sum)).toEqual(codes.map(() => code.length));
  expect(spans.map(endOfColours)).toEqual([code.length - 1, code.length / 3 - 1, 0]);

  const long = `x = 1  # ${"a".repeat(1000)}`;
  const [ofLong] = await colourCode({ codes: [{ code: `${long}\nx = 1`, language: "python3" }] });
  expect(ofLong?.slice(0, 2)).toEqual([`${long}\nx `.length, plain]);
  expect(endOfColours(ofLong!)).toBe(`${long}\nx = 1`.length);
});

test("a code that takes a grammar ever more time is plain from where its time is over", async () => {
  const line = `x = %q(${"%q(".repeat(100)}\n`;
  const codes = [
    { code: line.repeat(60), language: "ruby" },
    { code: "x = 1", language: "ruby" },
  ];
  const spans = await colourCode({ codes }, { letters: 60_000, ms: 1e-6 });
  expect(spans.map(sum)).toEqual(codes.map(({ code }) => code.length));
  // The first line is looked at whatever it takes.
  expect(spans.map(endOfColours)).toEqual([line.length - 1, 0]);
});
