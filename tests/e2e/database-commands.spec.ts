/** `npm run foyer -- database …` against the real server, and on its folder when it is gone. */
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { runCommand, startFoyer } from "../support/foyer-process.ts";
import { expect, test } from "../support/site-test.ts";

test.use({ ownSite: true });

test("what is imported while the server runs is served at once, and exported when it is gone", async ({
  foyer,
}) => {
  const file = join(foyer.dataDir, "places.json");
  const exported = {
    ".priority": 1,
    list: { "0": "a", "1": "b" },
    one: { ".value": 1, ".priority": "p" },
  };
  await writeFile(file, JSON.stringify({ ...exported, list: ["a", "b"] }));
  const run = (...args: string[]) => runCommand(foyer.dataDir, "database", ...args);
  expect(await run("import", "/server/test", file)).toEqual({
    code: 0,
    output: "Imported 5 values to /server/test in one write. Before, there was nothing.\n",
  });
  expect(JSON.parse((await run("get", "/server/test")).output)).toEqual({
    list: ["a", "b"],
    one: 1,
  });
  // The server asks its rules whoever comes by the network.
  expect((await fetch(`${foyer.origin}/server/test.json?ns=foyer`)).status).toBe(401);
  await foyer.stop("SIGKILL");
  const out = join(foyer.dataDir, "out.json");
  expect((await run("export", "/server/test", out)).code).toBe(0);
  expect(JSON.parse(await readFile(out, "utf8"))).toEqual(exported);
});

test("an import whose server is killed fails, leaves valid data and can be run again @long", async ({
  foyer,
}) => {
  const count = 12_000;
  const file = join(foyer.dataDir, "large.json");
  // Six writes of two million letters: few values, so that it is quick, and time enough to be killed.
  const document: Record<string, string> = {};
  for (let i = 0; i < count; i += 1) document[`k${i}`] = String(i).padEnd(1000, "x");
  await writeFile(file, JSON.stringify(document));
  const written = async () => (await stat(join(foyer.dataDir, "foyer.sqlite-wal"))).size;
  const before = await written();
  const importing = runCommand(foyer.dataDir, "database", "import", "/server/large", file);
  await expect
    .poll(written, { timeout: 20_000, intervals: [10] })
    .toBeGreaterThan(before + 1_000_000);
  await foyer.stop("SIGKILL");
  const broken = await importing;
  expect(broken.code).toBe(1);
  expect(broken.output).not.toContain("Imported");

  await using again = await startFoyer({ dataDir: foyer.dataDir });
  const out = join(foyer.dataDir, "out.json");
  const stored = async () => {
    const { code } = await runCommand(again.dataDir, "database", "export", "/server/large", out);
    expect(code).toBe(0);
    return JSON.parse(await readFile(out, "utf8")) as Record<string, string> | null;
  };
  const left = (await stored()) ?? {};
  expect(Object.keys(left).length).toBeLessThan(count);
  expect(Object.keys(left).filter((key) => left[key] !== document[key])).toEqual([]);
  const { code } = await runCommand(again.dataDir, "database", "import", "/server/large", file);
  expect(code).toBe(0);
  expect(isDeepStrictEqual(await stored(), document)).toBe(true);
});
