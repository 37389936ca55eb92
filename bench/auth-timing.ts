/**
 * auth-timing: what the time of an answer tells a stranger about an e-mail address. Known and unknown addresses are
 * asked about one after the other, in random order, in this process, where nothing of a network hides a difference.
 * BENCH_TIMING_ROUNDS: how many of each, where no password is hashed; a tenth of it where one is.
 */
import { randomInt } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { openAuth } from "../backend/auth/testing/open-auth.ts";
import {
  type AuthAnswer,
  type MeasuredAuth,
  emailOf,
  importAccounts,
  makeAccounts,
} from "./auth-service.ts";
import type { BenchRow } from "./bench-row.ts";
import { temporaryFolder } from "./measured-server.ts";
import { median } from "./median.ts";
import { rankTest } from "./rank-test.ts";

const ADDRESSES = 40;
const ROUNDS = Number(process.env["BENCH_TIMING_ROUNDS"] ?? 3_000);
const LEAST_P = 0.01;

type Question = {
  id: string;
  name: string;
  /** Of the addresses that are known; see `open`. */
  known: "person" | "imported";
  rounds: number;
  /** Of the answers; another one says that something else is measured. */
  status: 200 | 400;
  ask: (auth: MeasuredAuth, email: string) => Promise<AuthAnswer>;
};

const withPassword: Question["ask"] = (auth, email) =>
  auth.call("signInWithPassword", { email, password: "wrong-1", returnSecureToken: true });

const questions: Question[] = [
  {
    id: "password",
    name: "a sign-in with a wrong password",
    known: "person",
    rounds: ROUNDS / 10,
    status: 400,
    ask: withPassword,
  },
  {
    id: "no-password",
    name: "a sign-in to an account that has no password",
    known: "imported",
    rounds: ROUNDS / 10,
    status: 400,
    ask: withPassword,
  },
  {
    id: "reset",
    name: "a mail to set a new password",
    known: "person",
    rounds: ROUNDS,
    status: 200,
    ask: (auth, email) => auth.call("sendOobCode", { requestType: "PASSWORD_RESET", email }),
  },
  {
    id: "link",
    name: "a mail with a sign-in link",
    known: "person",
    rounds: ROUNDS,
    status: 200,
    ask: (auth, email) => {
      const continueUrl = "http://auth.test/";
      return auth.call("sendOobCode", { requestType: "EMAIL_SIGNIN", email, continueUrl });
    },
  },
  {
    id: "methods",
    name: "the ways to sign in",
    known: "person",
    rounds: ROUNDS,
    status: 200,
    ask: (auth, email) =>
      auth.call("createAuthUri", { identifier: email, continueUri: "http://auth.test/" }),
  },
];

export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder();
  const mailer = createFileMailer(folder.path);
  await using auth = await openAuth({
    actionUrl: () => "http://auth.test/forgot-password",
    apiKey: "any",
    mailer,
  });
  await makeAccounts(auth, "person", ADDRESSES);
  await importAccounts(auth, "imported", ADDRESSES);
  const rows: BenchRow[] = [];
  for (const question of questions) rows.push(await measure(auth, question, mailer.settled));
  return rows;
}

/** A mail is a file that is synced, as in the outbox. */
function createFileMailer(folder: string) {
  const pathOf = (id: string) => join(folder, encodeURIComponent(id));
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    send: ({ id, link }: { id: string; link: string }) =>
      inTurn(async () => {
        await using file = await open(pathOf(id), "wx", 0o600);
        await file.writeFile(link);
        await file.sync();
      }),
    forget: (ids: readonly string[]) =>
      inTurn(async () => {
        for (const id of ids) await rm(pathOf(id), { force: true });
      }),
    /** What an answer left to do is done. */
    settled: async (): Promise<void> => {
      await setImmediate();
      await setImmediate();
      await last;
    },
  };
}

async function measure(
  auth: MeasuredAuth,
  question: Question,
  settled: () => Promise<void>,
): Promise<BenchRow> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  const warmUp = Math.ceil(question.rounds / 10);
  for (let turn = -warmUp; turn < 2 * question.rounds; turn += 1) {
    // Each turn by itself: what one leaves behind, in caches and on the disk, must not be met by the other kind only.
    const kind = randomInt(2) === 0 ? "known" : "unknown";
    const email = emailOf(kind === "known" ? question.known : "nobody", randomInt(ADDRESSES));
    const started = performance.now();
    const { status, text } = await question.ask(auth, email);
    const time = performance.now() - started;
    if (turn >= 0) times[kind].push(time);
    if (status !== question.status) throw new Error(`${question.id}: ${status} ${text}`);
    answers.add(text.replaceAll(email, "EMAIL").replace(/"sessionId":"[^"]+"/, '"sessionId":""'));
    await settled();
  }
  const [first, other] = answers;
  if (other !== undefined) throw new Error(`The answers differ: ${first} and ${other}`);
  return toRow(question, times);
}

function toRow(
  { id, name }: Question,
  { known, unknown }: { known: number[]; unknown: number[] },
): BenchRow {
  const p = rankTest(known, unknown);
  const [ours, reference] = [median(known), median(unknown)];
  console.log(
    `auth-timing ${id}: known ${ours.toFixed(3)} ms, unknown ${reference.toFixed(3)} ms, ` +
      `ratio ${(ours / reference).toFixed(4)}, p ${p.toPrecision(3)} of ${known.length} and ${unknown.length}`,
  );
  return {
    id: `auth.timing.${id}`,
    name: `ms to ask for ${name}, of a known e-mail against an unknown one; rank test p ${p.toPrecision(3)}`,
    ours,
    reference,
    ratio: ours / reference,
    mark: `p >= ${LEAST_P}`,
    reached: p >= LEAST_P,
    samples: [p],
  };
}
