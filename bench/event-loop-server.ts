/** The measured process of P7b: the backend behind a bare listener. */
import { type ServerResponse, createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createBackend } from "#backend";
import { readRulesFiles } from "../server/config/rules-files.ts";

export type DelayReport = {
  p50: number;
  p99: number;
  max: number;
  commits: number;
  groups: number;
};

const backend = await createBackend({
  dataDir: process.argv[2] as string,
  projectId: "bench",
  rules: await readRulesFiles(),
});
const delay = monitorEventLoopDelay({ resolution: 1 });
let commits = 0;
let groups = 0;
let inGroup = false;

// The events of one group are announced in one turn of the event loop.
backend.onCommit(() => {
  commits += 1;
  if (inGroup) return;
  inGroup = true;
  groups += 1;
  setImmediate(() => (inGroup = false));
});

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => void answer(request.url ?? "/", Buffer.concat(chunks), response));
});

async function answer(
  path: string,
  body: Buffer<ArrayBuffer>,
  response: ServerResponse,
): Promise<void> {
  const answered = await backend.adminFetch(
    new Request(`http://bench${path}`, { method: "POST", body }),
  );
  response.writeHead(answered.status, { "content-type": "application/json" });
  response.end(await answered.text());
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : undefined });
});

process.on("message", (message) => {
  if (message === "start") {
    commits = 0;
    groups = 0;
    delay.reset();
    delay.enable();
    return;
  }
  delay.disable();
  const ms = (nanoseconds: number) => nanoseconds / 1e6;
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map(ms);
  process.send?.({ p50, p99, max, commits, groups });
});
