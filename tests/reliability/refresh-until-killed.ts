/**
 * Refreshes sign-ins until it is killed. Its standard input is a JSON object of the refresh tokens by person; a line
 * `a PERSON TOKEN` says that a refresh was answered and with what.
 */
import { readFileSync, writeSync } from "node:fs";
import { createBackend } from "#backend";
import { readRulesFiles } from "../../server/config/rules-files.ts";

const [dataDir, nowMs] = process.argv.slice(2) as [string, string];
const tokens = JSON.parse(readFileSync(0, "utf8")) as Record<string, string>;
const startMs = Date.now();
const backend = await createBackend({
  dataDir,
  projectId: "kill",
  rules: await readRulesFiles(),
  clock: () => Number(nowMs) + Date.now() - startMs,
});

async function refreshOn(person: string, first: string): Promise<never> {
  let token = first;
  for (;;) {
    const url = "http://x/securetoken.googleapis.com/v1/token?key=x";
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token });
    const request = new Request(url, { method: "POST", body });
    // oxlint-disable-next-line no-await-in-loop
    const answer = await backend.fetch(request, { client: "10.0.0.1", origin: "http://x" });
    // oxlint-disable-next-line no-await-in-loop
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${person}: ${answer.status} ${text}`);
    token = (JSON.parse(text) as { refresh_token: string }).refresh_token;
    writeSync(1, `a ${person} ${token}\n`);
  }
}

await Promise.all(Object.entries(tokens).map(([person, token]) => refreshOn(person, token)));
