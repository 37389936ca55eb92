/**
 * P8: what it costs to change one leaf below a node with 10, 1,000 and 100,000 children while the node is listened to:
 * as a whole, and by a query for its last ten. Time from sending the put until its acknowledgement and its event are
 * there, and all bytes that were received for it; the largest node against the smallest.
 */
import type { BenchRow } from "./bench-row.ts";
import { type BenchProcess, startProcess } from "./bench-process.ts";
import { childKey, namespace, nodePath } from "./bench-tree.ts";
import { type DatabaseSocket, openDatabaseSocket } from "./database-socket.ts";
import { temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";

const SIZES = [10, 1_000, 100_000] as const;
const ROUNDS = 5;
const CHANGES = 30;
const WARM_UP_CHANGES = 10;
const WINDOW = 10;
const MARK = 1.5;

/** What a listen says beside its path. */
const kinds = {
  whole: {},
  window: { q: { i: "t", l: WINDOW, vf: "r" }, t: 1 },
};
type Kind = keyof typeof kinds;

/** Of one round: p50 of the times, mean of the bytes. */
type Cost = { time: number; bytes: number };
type Costs = Record<(typeof SIZES)[number], Cost>;

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  const file = new URL("./database-server.ts", import.meta.url);
  await using server = startProcess(file, [folder.path]);
  const { port } = await server.next<{ port: number }>();
  for (const size of SIZES) await seed(server, size);
  const writer = await openDatabaseSocket({ port, namespace });
  const rows: BenchRow[] = [];
  for (const kind of Object.keys(kinds) as Kind[]) {
    const rounds = await measureKind(kind, port, writer);
    rows.push(toRow(kind, "time", "ms", rounds), toRow(kind, "bytes", "bytes received", rounds));
  }
  writer.close();
  return rows;
}

async function seed(server: BenchProcess, size: number): Promise<void> {
  server.send({ seed: size });
  await server.next();
}

async function measureKind(kind: Kind, port: number, writer: DatabaseSocket): Promise<Costs[]> {
  const nodes = await Promise.all(SIZES.map((size) => listen(kind, port, size, writer)));
  const rounds: Costs[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const changes: Cost[][] = SIZES.map(() => []);
    // The sizes in turn, so that the same things happen to each of them.
    for (let change = 0; change < (round === 0 ? WARM_UP_CHANGES : CHANGES); change += 1) {
      for (const [i, node] of nodes.entries()) changes[i]?.push(await node.change());
    }
    if (round === 0) continue;
    const [small, middle, large] = changes.map(toCost) as [Cost, Cost, Cost];
    rounds.push({ 10: small, 1_000: middle, 100_000: large });
    const show = ({ time, bytes }: Cost) => `${time.toFixed(2)} ms ${bytes.toFixed(0)} B`;
    console.log(
      `P8 ${kind} round ${round}: 10 ${show(small)}, 1,000 ${show(middle)}, 100,000 ${show(large)}`,
    );
  }
  for (const node of nodes) node.close();
  return rounds;
}

async function listen(kind: Kind, port: number, size: number, writer: DatabaseSocket) {
  let told: (() => void) | undefined;
  const listener = await openDatabaseSocket({ port, namespace, onPush: () => told?.() });
  await listener.request("q", { p: nodePath(size), h: "", ...kinds[kind] });
  const received = () => writer.receivedBytes() + listener.receivedBytes();
  let changes = 0;
  return {
    async change(): Promise<Cost> {
      changes += 1;
      // One of the last ten, as the query counts them.
      const p = `${nodePath(size)}/${childKey(size - 1 - (changes % WINDOW))}/v`;
      const d = `changed ${String(changes).padStart(6, "0")}`;
      const event = new Promise<void>((resolve) => (told = resolve));
      const before = received();
      const started = performance.now();
      await Promise.all([writer.request("p", { p, d }), event]);
      return { time: performance.now() - started, bytes: received() - before };
    },
    close: listener.close,
  };
}

function toCost(changes: readonly Cost[]): Cost {
  return {
    time: median(changes.map(({ time }) => time)),
    bytes: changes.reduce((sum, { bytes }) => sum + bytes, 0) / changes.length,
  };
}

function toRow(kind: Kind, figure: keyof Cost, unit: string, rounds: readonly Costs[]): BenchRow {
  const ratios = rounds.map((costs) => costs[100_000][figure] / costs[10][figure]);
  const ratio = median(ratios);
  const listened = kind === "whole" ? "listened to" : `its last ${WINDOW} listened to`;
  return {
    id: `P8.${figure}.${kind}`,
    name: `${unit} to change a leaf below a node of 100,000 children, ${listened}, against one of 10`,
    ours: median(rounds.map((costs) => costs[100_000][figure])),
    reference: median(rounds.map((costs) => costs[10][figure])),
    ratio,
    mark: `<= ${MARK}`,
    reached: ratio <= MARK,
    samples: ratios,
  };
}
