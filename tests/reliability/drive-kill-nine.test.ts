import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { openDrives } from "../../server/drive/testing/open-drives.ts";
import { createLog } from "../../server/log.ts";
import { howMany } from "../support/how-many.ts";
import { runAndKill, withServerBackend } from "./kill-under-way.ts";

const rounds = howMany("DRIVE_KILL_ROUNDS", { short: 3, full: 60 });
const script = new URL("./drive-until-killed.ts", import.meta.url);
const [owner, member] = ["ann", "bob"];
const hourMs = 3_600_000;

test(`kill -9 in the middle of moves, copies and purges: the tree is whole, and no object is nobody's (${rounds} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-drive-"));
  const said = { a: new Set<string>(), g: new Set<string>(), b: new Set<string>() };
  try {
    for (let round = 0; round < rounds; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const output = await runAndKill({
        script,
        dataDir,
        asked: { round },
        // Every third is killed only after a deletion, however slow the machine is.
        isUnderWay: (text) => linesOf("a", text) > 6 && (round % 3 !== 2 || linesOf("g", text) > 0),
        afterMs: (round * 41) % 300,
      });
      for (const [, kind, id = ""] of output.matchAll(/^([agb]) (\w+)$/gm)) {
        said[kind as keyof typeof said].add(id);
      }
      // oxlint-disable-next-line no-await-in-loop -- see above
      await withServerBackend(dataDir, async (backend) => {
        // As the job and the daily sweep do it, when what was begun for nobody has waited for long enough.
        const now = () => Date.now() + (round + 1) * 2 * hourMs;
        const drives = openDrives({ backend, log: createLog("silent"), now });
        await drives.purge.run(owner);
        await drives.adopt(owner);
        await drives.purge.run(member);
        await drives.adopt(member);
        const { nodes, gone, tree } = await drives.tree(owner);
        const byId = new Map(nodes.map((node) => [node.id, node]));
        expect(nodes.filter(({ parent }) => parent !== "" && !byId.has(parent))).toEqual([]);
        expect(tree.below("")).toHaveLength(nodes.length);
        const used = nodes.flatMap((node) =>
          node.kind === "file" ? [node.version, ...node.older].map(({ object }) => object) : [],
        );
        const stored = await everyObject(backend, owner);
        expect(new Set(stored)).toEqual(new Set(used));
        expect(stored).toHaveLength(used.length);
        expect(await drives.store.readHead(owner)).toMatchObject({
          nodes: nodes.length,
          left: false,
        });
        // What a member has brought is the owner's alone, also what the owner has had for a moment only.
        const left = await everyObject(backend, member);
        expect(left.filter((object) => used.includes(object) || said.b.has(object))).toEqual([]);
        // What was answered holds.
        const lost = [...said.a].filter((id) => !byId.has(id) && !gone.has(id) && !said.g.has(id));
        expect([...said.g].filter((id) => byId.has(id))).toEqual([]);
        // Those of a folder whose deletion was not answered any more went with it.
        expect(lost.length).toBeLessThanOrEqual(8 * (round + 1));
      });
    }
    expect(said.a.size).toBeGreaterThan(rounds * 6);
    expect(said.g.size).toBeGreaterThan(0);
    expect(said.b.size).toBeGreaterThan(0);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

const linesOf = (letter: string, text: string) =>
  text.split("\n").filter((line) => line.startsWith(`${letter} `)).length;

async function everyObject(
  backend: Pick<ServerBackend, "listObjects">,
  of: string,
): Promise<string[]> {
  const names: string[] = [];
  for (let token: string | undefined; ;) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const page = await backend.listObjects(`users/${of}/`, { token, size: 1000 });
    names.push(...page.names.map((name) => name.split("/").at(-1) ?? ""));
    token = page.next;
    if (token === undefined) return names;
  }
}
