import { afterAll, expect, test } from "vitest";
import { codeKinds, problemFilePath } from "#lib/leetcode/problem-files.ts";
import { isPlainPath } from "#lib/page-address.ts";
import type { ProblemFile } from "#lib/leetcode/problem-files.ts";
import { publicDataOf, updateTime } from "../../tests/support/public-data.ts";
import { createLog } from "../log.ts";
import { createCodeColours } from "./code-colours.ts";

const colours = createCodeColours({ log: createLog("silent"), now: Date.now });
afterAll(() => colours.close());

const python = 'def two(x):\r\n    return "é😀" + x  # done\n';
const data = {
  ...publicDataOf({}),
  problems: [
    {
      id: "two sum",
      title: "Two sum",
      link: "https://leetcode.com/problems/two-sum/",
      categories: ["Array"],
      solutions: [
        { language: "python3", code: python },
        { language: "cobweb", code: "if x" },
        { language: "mysql", code: "SELECT 1" },
      ],
      createTime: updateTime,
      updateTime,
    },
  ],
};

async function read(path: string): Promise<ProblemFile | undefined> {
  expect(colours.maker.owns(path)).toBe(true);
  const made = await colours.maker.make(path, { data, origin: "https://ada.example" });
  return made && (JSON.parse(String(made.body)) as ProblemFile);
}

/** Each piece of a code that is not plain, with what it is. */
function piecesOf(file: ProblemFile | undefined, at: number): string[] {
  const { code, spans } = file!.solutions[at]!;
  let from = 0;
  const pieces: string[] = [];
  for (let i = 0; i < spans.length; i += 2) {
    const text = code.slice(from, from + spans[i]!);
    from += spans[i]!;
    if (spans[i + 1] !== 0) pieces.push(`${codeKinds[spans[i + 1]!]}: ${text}`);
  }
  expect(from).toBe(code.length);
  return pieces;
}

test("a problem comes with what each piece of its code is, and the code as it was written", async () => {
  const file = await read("/leetcode/problems/two!20sum.json");
  expect(file?.solutions.map(({ code }) => code)).toEqual([python, "if x", "SELECT 1"]);
  const pieces = piecesOf(file, 0);
  expect(pieces).toContain("keyword: return");
  expect(pieces.some((piece) => /^comment: .*# done/.test(piece))).toBe(true);
  expect(pieces.some((piece) => piece.startsWith("string") && piece.includes("é😀"))).toBe(true);
  expect(piecesOf(file, 1)).toEqual([]);
  expect(piecesOf(file, 2)).toContain("keyword: SELECT");
});

test("a problem is found by any of its links, and what is not there has no file", async () => {
  const link = "https://leetcode.com/problems/two-sum/description/?a=!";
  const path = problemFilePath(link, "json");
  expect(isPlainPath(path)).toBe(true);
  expect((await read(path))?.id).toBe("two sum");
  expect(await read("/leetcode/problems/none.json")).toBeUndefined();
  expect(await read("/leetcode/problems/!E0!A4!A.json")).toBeUndefined();
  expect(colours.pids()).toHaveLength(1);
});
