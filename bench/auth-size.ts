/**
 * auth-size: the time to sign in with 1,000 and with 100,000 accounts, by password and by custom token, which hashes
 * nothing. Both services are open, asked in turn: what happens to the machine happens to both.
 */
import { randomInt } from "node:crypto";
import { openAuth } from "../backend/auth/testing/open-auth.ts";
import {
  type MeasuredAuth,
  PASSWORD,
  answered,
  emailOf,
  importAccounts,
  makeAccounts,
  uidOf,
} from "./auth-service.ts";
import type { BenchRow } from "./bench-row.ts";
import { median } from "./median.ts";

const [FEW, MANY] = [1_000, 100_000];
const WITH_PASSWORD = 20;
const ROUNDS = 5;
const MARK = 1.1;

type Way = { id: string; name: string; perRound: number; signIn: SignIn };
type SignIn = (auth: MeasuredAuth, count: number) => Promise<void>;

const ways: Way[] = [
  {
    id: "password",
    name: "by password",
    perRound: 40,
    async signIn(auth) {
      answered(await auth.signIn(emailOf("person", randomInt(WITH_PASSWORD)), PASSWORD));
    },
  },
  {
    id: "custom-token",
    name: "by custom token",
    perRound: 200,
    async signIn(auth, count) {
      const token = await auth.service.createCustomToken(uidOf(randomInt(count - WITH_PASSWORD)));
      answered(await auth.call("signInWithCustomToken", { token, returnSecureToken: true }));
    },
  },
];

export async function run(): Promise<BenchRow[]> {
  await using few = await openWith(FEW);
  await using many = await openWith(MANY);
  const rows: BenchRow[] = [];
  for (const way of ways) rows.push(await measure(way, few, many));
  return rows;
}

async function openWith(count: number): Promise<MeasuredAuth> {
  const auth = await openAuth();
  const started = performance.now();
  await importAccounts(auth, "imported", count - WITH_PASSWORD);
  const seconds = (performance.now() - started) / 1000;
  console.log(`auth-size: ${count} accounts imported in ${seconds.toFixed(1)} s`);
  await makeAccounts(auth, "person", WITH_PASSWORD);
  return auth;
}

async function measure(way: Way, few: MeasuredAuth, many: MeasuredAuth): Promise<BenchRow> {
  const rounds: { few: number; many: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times = { few: [] as number[], many: [] as number[] };
    for (let turn = 0; turn < way.perRound; turn += 1) {
      times.few.push(await timeOf(() => way.signIn(few, FEW)));
      times.many.push(await timeOf(() => way.signIn(many, MANY)));
    }
    if (round === 0) continue;
    const p50 = { few: median(times.few), many: median(times.many) };
    rounds.push(p50);
    console.log(
      `auth-size ${way.id} round ${round}: ${FEW} accounts ${p50.few.toFixed(2)} ms, ` +
        `${MANY} accounts ${p50.many.toFixed(2)} ms`,
    );
  }
  const ratios = rounds.map((round) => round.many / round.few);
  const ratio = median(ratios);
  return {
    id: `auth.size.${way.id}`,
    name: `ms to sign in ${way.name} with ${MANY} accounts, against ${FEW}`,
    ours: median(rounds.map((round) => round.many)),
    reference: median(rounds.map((round) => round.few)),
    ratio,
    mark: `<= ${MARK}`,
    reached: ratio <= MARK,
    samples: ratios,
  };
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
