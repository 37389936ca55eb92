import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { codeKinds, problemFilePath } from "#lib/leetcode/problem-files.ts";
import { isPlainPath } from "#lib/page-address.ts";
import type { ProblemFile } from "#lib/leetcode/problem-files.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { publicDataOf, updateTime } from "../../tests/support/public-data.ts";
import { createLog } from "../log.ts";
import type { MadeFile } from "../site-files/site-file.ts";
import { createCodeColours } from "./code-colours.ts";
import type { CodeColours } from "./code-colours.ts";

let minutes = 0;
const colours = createCodeColours({
  log: createLog("silent"),
  now: () => Date.now() + minutes * 60_000,
});
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

async function make({ maker }: CodeColours, path: string, problems: PublicData["problems"]) {
  expect(maker.owns(path)).toBe(true);
  return maker.make(path, { data: { ...data, problems }, origin: "https://ada.example" });
}

function fileOf(made: MadeFile | undefined): ProblemFile | undefined {
  return made && (JSON.parse(String(made.body)) as ProblemFile);
}

async function read(path: string): Promise<ProblemFile | undefined> {
  return fileOf(await make(colours, path, data.problems));
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

test("a code whose process dies each time comes as it was written, without colours", async () => {
  const code = "x = 1  # another\n";
  const [problem] = data.problems;
  const other = { ...problem!, id: "other", solutions: [{ language: "python3", code }] };
  const ask = () => make(colours, "/leetcode/problems/other.json", [other]);
  const over = new AbortController();
  const reading = ask().finally(() => over.abort());
  while (!over.signal.aborted) {
    for (const pid of colours.pids()) process.kill(pid, "SIGKILL");
    // oxlint-disable-next-line no-await-in-loop -- until both tries have died
    await turnOfTheLoop();
  }
  const made = await reading;
  expect(made?.isOneOfMany).toBe(true);
  expect(fileOf(made)?.solutions[0]).toMatchObject({ code, spans: [code.length, 0] });
  // No process is started for it again, not even a minute later.
  minutes += 1;
  expect(fileOf(await ask())?.solutions[0]?.spans).toEqual([code.length, 0]);
  expect(colours.pids()).toEqual([]);
  minutes += 60;
  expect(fileOf(await ask())?.solutions[0]?.spans.length).toBeGreaterThan(2);
});

test("a code that has to wait comes without colours, and may have them later", async () => {
  const busy = createCodeColours({ log: createLog("silent"), now: Date.now });
  const problems = Array.from({ length: 60 }, (_, at) => ({
    ...data.problems[0]!,
    id: `p${at}`,
    solutions: [{ language: "python3", code: `x = ${at}` }],
  }));
  const reading = problems.map(({ id }) => make(busy, problemFilePath(id, "json"), problems));
  const refused = await reading[1];
  expect(refused?.isKept).toBe(true);
  expect(refused?.isOneOfMany).toBeUndefined();
  expect(fileOf(refused)?.solutions[0]?.spans).toEqual(["x = 1".length, 0]);
  const ended = Promise.allSettled(reading);
  await busy.close();
  await ended;
});
