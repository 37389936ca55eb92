/**
 * auth-refreshes: sessions refreshed a second by 100 browsers at once, each with the refresh token that it was given
 * last. Every one of them costs a signature and a row on the disk; beside it RS256 signatures alone on this thread.
 * BENCH_ROUND_SECONDS is the length of a round.
 */
import { generateKeyPairSync, sign } from "node:crypto";
import { openAuth } from "../backend/auth/testing/open-auth.ts";
import { type MeasuredAuth, answered } from "./auth-service.ts";
import type { BenchRow } from "./bench-row.ts";
import { median } from "./median.ts";

const BROWSERS = 100;
const ROUNDS = 5;
const MODULUS_BITS = 2048;
const TOKEN_BYTES = 600;
const roundMs = Number(process.env["BENCH_ROUND_SECONDS"] ?? 3) * 1000;

export async function run(): Promise<BenchRow> {
  await using auth = await openAuth();
  const tokens: string[] = [];
  for (let browser = 0; browser < BROWSERS; browser += 1) {
    const token = await auth.service.createCustomToken(`person${browser}`);
    const answer = await auth.call("signInWithCustomToken", { token, returnSecureToken: true });
    tokens.push(answered(answer).body.refreshToken as string);
  }
  const samples: { refreshes: number; signatures: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const sample = { refreshes: await refreshAll(auth, tokens), signatures: signAlone() };
    if (round === 0) continue;
    samples.push(sample);
    const { refreshes, signatures } = sample;
    console.log(
      `auth-refreshes round ${round}: ${refreshes.toFixed(0)}/s, ` +
        `signatures alone ${signatures.toFixed(0)}/s`,
    );
  }
  const ratios = samples.map(({ refreshes, signatures }) => refreshes / signatures);
  return {
    id: "auth.refreshes",
    name: `sessions refreshed a second, ${BROWSERS} browsers at once, against RS256 signatures alone`,
    ours: median(samples.map(({ refreshes }) => refreshes)),
    reference: median(samples.map(({ signatures }) => signatures)),
    ratio: median(ratios),
    mark: "shown only",
    reached: true,
    samples: ratios,
  };
}

/** @param tokens each replaced by its newest */
async function refreshAll(auth: MeasuredAuth, tokens: string[]): Promise<number> {
  const started = performance.now();
  let done = 0;
  async function refreshOn(browser: number): Promise<void> {
    while (performance.now() - started < roundMs) {
      const answer = answered(await auth.refresh(tokens[browser] ?? ""));
      tokens[browser] = answer.body.refresh_token as string;
      done += 1;
    }
  }
  await Promise.all(tokens.map((_, browser) => refreshOn(browser)));
  return (done * 1000) / (performance.now() - started);
}

function signAlone(): number {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: MODULUS_BITS });
  const token = Buffer.alloc(TOKEN_BYTES, "a");
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < roundMs / 3) {
    sign("RSA-SHA256", token, privateKey);
    done += 1;
  }
  return (done * 1000) / (performance.now() - started);
}
