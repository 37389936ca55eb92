// The command line's database commands with files that take long.
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { openAloneDesk, openServedDesk } from "../../server/cli/testing/open-desk.ts";
import { runCommand } from "../../server/cli/testing/run-command.ts";

test.each([
  ["alone", openAloneDesk],
  ["while the server runs", openServedDesk],
] as const)(
  "R1: %s, an import that is killed (-9) leaves valid data and can be run again",
  async (_mode, open) => {
    await using desk = await open();
    const file = join(desk.folder, "large.json");
    const document: Record<string, object> = {};
    for (let i = 0; i < 45_000; i += 1) document[`k${i}`] = { n: i, ".priority": i };
    await writeFile(file, JSON.stringify({ ...document, ".priority": 7 }));
    const args = ["database", "import", "/place", file];
    const killed = await runCommand(desk.dataDir, args, {
      watch: (child) => child.stderr?.once("data", () => child.kill("SIGKILL")),
    });
    expect(killed).toMatchObject({ code: null, out: "" });
    const left = await desk.run("database", "export", "/");
    const { place } = JSON.parse(left.out) as { place: Record<string, unknown> };
    const keys = Object.keys(place);
    expect(keys.length).toBeGreaterThan(20_000);
    expect(keys.length).toBeLessThan(45_000);
    expect(keys.filter((key) => !isDeepStrictEqual(place[key], document[key]))).toEqual([]);
    const again = await desk.run(...args);
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining("90001 values") });
    const whole = await desk.run("database", "export", "/place");
    expect(JSON.parse(whole.out)).toEqual({ ...document, ".priority": 7 });
  },
);

test("72 MB, more than one answer may have, are exported whole", async () => {
  await using desk = await openServedDesk();
  const texts: Record<string, string> = {};
  for (let i = 0; i < 8; i += 1) texts[`t${i}`] = String(i).repeat(9_000_000 + i);
  const document: Record<string, unknown> = {
    "1": "number",
    "-2": "below",
    "10": { ".value": false, ".priority": 3 },
    "z,{": "last",
    ".priority": 5,
  };
  for (let i = 0; i < 300; i += 1) document[`k${i}`] = { n: i, ".priority": i % 3 };
  document["large"] = { ".priority": "inner", ...texts, zz: { y: 1 } };
  const [from, to] = [join(desk.folder, "in.json"), join(desk.folder, "out.json")];
  await writeFile(from, JSON.stringify(document));
  const run = (...args: string[]) => desk.run("database", ...args);
  expect(await run("import", "/document", from)).toMatchObject({ code: 0, err: "" });
  const whole = await run("get", "/document");
  expect(whole.code).toBe(1);
  expect(whole.err).toMatch(/too (?:big|large)|larger than/i);
  expect(await run("export", "/document", to)).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^\d+ MB are exported\.\n$/),
  });
  const text = await readFile(to, "utf8");
  expect(JSON.parse(text)).toEqual(document);
  // In Firebase's order, priorities first.
  expect(text.startsWith('{".priority":5,"-2":"below","1":"number","10":')).toBe(true);
  expect(await readdir(desk.folder)).toHaveLength(2);
});
