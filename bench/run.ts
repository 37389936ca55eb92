/** `npm run bench [-- ROW…]`: runs the rows that README.md explains and writes bench/results.json. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { BenchRow } from "./bench-row.ts";

const runs: Record<string, () => Promise<BenchRow | BenchRow[]>> = {
  lighthouse: async () => (await import("./lighthouse.ts")).run(),
  P2: async () => (await import("./page-javascript.ts")).run(),
  P4: async () => (await import("./cached-page.ts")).run(),
  P6: async () => (await import("./broadcast.ts")).run(),
  P7: async () => (await import("./durable-writes.ts")).run(),
  P7b: async () => (await import("./event-loop.ts")).run(),
  P8: async () => (await import("./siblings.ts")).run(),
  P9: async () => (await import("./document-queries.ts")).run(),
  P9c: async () => (await import("./document-commits.ts")).run(),
  P10: async () => (await import("./file-transfers.ts")).run(),
  "firebase-server": async () => (await import("./compare-firebase-server.ts")).run(),
  rules: async () => (await import("./rules.ts")).run(),
  P11: async () => (await import("./process.ts")).run(),
  P12: async () => (await import("./game-frames.ts")).run(),
  P13: async () => (await import("./game-replay.ts")).run(),
  P15: async () => (await import("./page-views.ts")).run(),
  T1: async () => (await import("./todo-typing.ts")).run(),
  T2: async () => (await import("./board-drag.ts")).run(),
  T3: async () => (await import("./board-open.ts")).run(),
  J1: async () => (await import("./journal-open.ts")).run(),
  J2: async () => (await import("./journal-search.ts")).run(),
  F1: async () => (await import("./drive-list.ts")).run(),
  C1: async () => (await import("./chat-message.ts")).run(),
  C2: async () => (await import("./chat-history.ts")).run(),
  "auth-timing": async () => (await import("./auth-timing.ts")).run(),
  "auth-size": async () => (await import("./auth-size.ts")).run(),
  "auth-refreshes": async () => (await import("./auth-refreshes.ts")).run(),
};
const resultsFile = join(import.meta.dirname, "results.json");

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in runs));
if (unknown.length > 0) {
  console.error(
    `There is no row ${unknown.join(", ")}. There are: ${Object.keys(runs).join(", ")}.`,
  );
  process.exit(2);
}

const rows: BenchRow[] = [];
for (const [name, run] of Object.entries(runs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  rows.push(...[await run()].flat());
}
write(rows);
print(rows);

/** Rows that did not run now keep what they were. */
function write(fresh: BenchRow[]): void {
  const known = existsSync(resultsFile)
    ? (JSON.parse(readFileSync(resultsFile, "utf8")) as BenchRow[])
    : [];
  const ids = new Set(fresh.map((row) => row.id));
  const all = [...known.filter((row) => !ids.has(row.id)), ...fresh];
  const order = new Intl.Collator("en", { numeric: true });
  all.sort((a, b) => order.compare(a.id, b.id));
  writeFileSync(resultsFile, `${JSON.stringify(all, undefined, 2)}\n`);
}

function print(fresh: BenchRow[]): void {
  const processors = cpus();
  console.log(
    `\n${processors[0]?.model ?? "unknown processor"}, ${processors.length} cores, Node ${process.versions.node}\n`,
  );
  const cells = fresh.map((row) => [
    row.id,
    format(row.ours),
    format(row.reference),
    row.ratio.toFixed(3),
    row.mark,
    row.reached ? "reached" : "MISSED",
    row.name,
  ]);
  const table = [["row", "ours", "reference", "ratio", "mark", "", "what"], ...cells];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
  }
}

function format(value: number): string {
  return Number.isInteger(value) || value >= 1000 ? value.toFixed(0) : value.toPrecision(4);
}
