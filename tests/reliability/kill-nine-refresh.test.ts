import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Backend, createBackend } from "#backend";
import { readRulesFiles } from "../../server/config/rules-files.ts";
import { createCustomToken } from "../support/auth-custom-token.ts";
import { howMany } from "../support/how-many.ts";

const ROUNDS = howMany("REFRESH_KILL_ROUNDS", { short: 3, full: 100 });
const PEOPLE = ["ann", "bob", "cho", "dan"];
const ORIGIN = "http://x";
const script = fileURLToPath(new URL("./refresh-until-killed.ts", import.meta.url));

test(`R1: kill -9 while refresh tokens rotate signs nobody out, whether the answer arrived or not (${ROUNDS} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-refresh-"));
  // Every round is later than what two tabs at once may be apart: a lost answer is only a lost answer.
  let nowMs = Date.now();
  const laterMs = 5 * 60_000;
  try {
    const tokens = await signInAll(dataDir);
    let refreshes = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      nowMs += laterMs;
      // oxlint-disable-next-line no-await-in-loop
      const answered = await refreshAndKill(dataDir, tokens, nowMs, (round * 37) % 200);
      for (const [person, token] of answered) tokens[person] = token;
      refreshes += answered.length;
    }
    expect(refreshes).toBeGreaterThan(ROUNDS * PEOPLE.length);
    await checkAll(dataDir, tokens, nowMs + laterMs);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function open(dataDir: string, nowMs = Date.now()): Promise<Backend> {
  const rules = await readRulesFiles();
  return createBackend({ dataDir, projectId: "kill", rules, clock: () => nowMs });
}

async function signInAll(dataDir: string): Promise<Record<string, string>> {
  const backend = await open(dataDir);
  try {
    const signedIn = PEOPLE.map(async (uid) => {
      const token = await createCustomToken(backend, ORIGIN, uid);
      const path = "identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken";
      const { refreshToken } = await send(backend, path, JSON.stringify({ token }));
      return [uid, refreshToken ?? ""] as const;
    });
    return Object.fromEntries(await Promise.all(signedIn));
  } finally {
    await backend.close();
  }
}

/** Each person's answers, in order. */
async function refreshAndKill(
  dataDir: string,
  tokens: Record<string, string>,
  nowMs: number,
  afterMs: number,
): Promise<[person: string, token: string][]> {
  const child = spawn(process.execPath, [script, dataDir, String(nowMs)]);
  child.stdin.end(JSON.stringify(tokens));
  let output = "";
  let errors = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
    const everyone = PEOPLE.every((person) => output.includes(`a ${person} `));
    if (timer === undefined && everyone) timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  expect([code, signal, errors]).toEqual([null, "SIGKILL", ""]);
  return [...output.matchAll(/^a (\w+) (\S+)$/gm)].map(([, person = "", token = ""]) => [
    person,
    token,
  ]);
}

async function checkAll(dataDir: string, tokens: Record<string, string>, nowMs: number) {
  const backend = await open(dataDir, nowMs);
  try {
    for (const refreshToken of Object.values(tokens)) {
      const form = new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      });
      // oxlint-disable-next-line no-await-in-loop
      await send(backend, "securetoken.googleapis.com/v1/token", form);
    }
    const events = await backend.adminFetch(
      new Request(`${ORIGIN}/identitytoolkit.googleapis.com/v1/projects/kill/auditEvents`),
    );
    expect(await events.text()).not.toContain("refresh-token-reused");
  } finally {
    await backend.close();
  }
}

async function send(backend: Backend, path: string, body: string | URLSearchParams) {
  const request = new Request(`${ORIGIN}/${path}?key=x`, { method: "POST", body });
  const answer = await backend.fetch(request, { client: "10.0.0.1", origin: ORIGIN });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, string>;
}
