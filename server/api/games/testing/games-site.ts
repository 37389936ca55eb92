/** A site with people, and `/api/games…` on it by clocks that only the test moves. */
import { randomUUID } from "node:crypto";
import type { GameName } from "#games/engines.ts";
import type {
  BoardAnswer,
  FinishAnswer,
  OwnGames,
  Period,
  StartAnswer,
} from "#lib/games/game-api.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { newUserRecord } from "#lib/user-record.ts";
import { recordingLog } from "../../../../tests/support/log.ts";
import { type Answer, serveEndpoints } from "../../../../tests/support/serve-endpoints.ts";
import { type ServedSite, serveSite } from "../../../../tests/support/served-site.ts";
import { createAudit } from "../../../audit/audit.ts";
import { createGamesParts } from "../../../games-parts.ts";
import { type PlayedRun, commitsOf, playTower, sentOf } from "./honest-runs.ts";

export type Person = { uid: string; email: string; idToken: () => Promise<string> };

type Roles = { editor?: true; admin?: true };

const password = "correct horse battery";

export type GamesSite = Awaited<ReturnType<typeof openGamesSite>>;

export async function openGamesSite(nowMs = Date.parse("2026-11-28T12:00:00.000Z")) {
  const site = await serveSite();
  /** `now` is what the machine says, `steady` what nobody sets. */
  const clock = { now: nowMs, steady: 5_000_000, seed: 1 };
  const pass = passingOf(clock);
  const first = await openCopy(site, site.serverBackend, clock);
  let people = 0;

  async function person(name: string, roles: Roles = {}): Promise<Person> {
    people += 1;
    const email = `player-${people}@example.com`;
    const { uid } = await site.serverBackend.createAccount({
      email,
      password,
      emailVerified: true,
    });
    const record = newUserRecord({ uid, email, name, now: new Date(nowMs) });
    await site.serverBackend.updateValues({
      [`users/${uid}`]: { ...record, roles: { ...record.roles, ...roles } },
      [`profiles/${uid}`]: { name },
    });
    const answer = await fetch(
      `${site.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`,
      {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      },
    );
    const { idToken } = (await answer.json()) as { idToken: string };
    return { uid, email, idToken: async () => idToken };
  }

  return {
    ...site,
    ...first,
    clock,
    pass,
    person,
    /** Another copy of the server. */
    copy: (backend: ServerBackend) => openCopy(site, backend, clock),
    valueAt: async (path: string) => (await site.serverBackend.getValue(path)).value,
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

type Clock = { now: number; steady: number; seed: number };

const passingOf = (clock: Clock) => (ms: number) => {
  clock.now += Math.ceil(ms);
  clock.steady += Math.ceil(ms);
};

async function openCopy(site: ServedSite, backend: ServerBackend, clock: Clock) {
  const { log, entries } = recordingLog();
  const now = () => clock.now;
  const audit = createAudit({
    backend: site.serverBackend,
    now,
    newId: () => randomUUID().slice(0, 8),
  });
  const parts = createGamesParts({
    backend,
    audit,
    log,
    now,
    steadyNow: () => clock.steady,
    seed: () => clock.seed,
  });
  const { ask, close } = await serveEndpoints(parts.endpoints);

  const pass = passingOf(clock);

  async function start(who: Person, game: GameName, rules: unknown): Promise<StartAnswer> {
    const answer = await ask("POST /api/games/start", who, { game, rules });
    if (answer.status !== 200) throw new Error(`Not started: ${JSON.stringify(answer)}`);
    return answer.json as StartAnswer;
  }

  /** As it is played, ten seconds after ten seconds. */
  async function tell(
    who: Person,
    { run, game, seed, rules }: { run: string; game: GameName; seed: number; rules: unknown },
    played: PlayedRun,
  ): Promise<void> {
    let told = 0;
    for (const commit of await commitsOf(run, game, { seed, rules, ...played })) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      pass(((commit.tick - told) * 1000) / 60);
      told = commit.tick;
      // oxlint-disable-next-line no-await-in-loop
      const answer = await ask("POST /api/games/commit", who, { game, run, ...commit });
      if (answer.status !== 204) throw new Error(`Not told: ${JSON.stringify(answer)}`);
    }
    pass(((played.ticks - told) * 1000) / 60 + 200);
  }

  const finish = (who: Person, game: GameName, run: string, played: PlayedRun) =>
    ask("POST /api/games/finish", who, { game, run, ...sentOf(played) });

  /** A whole run of so many drops. */
  async function tower(
    who: Person,
    drops: number,
    { mode = "tower", waits = 0 }: { mode?: "tower" | "daily"; waits?: number } = {},
  ): Promise<Answer & { run: string; sent: PlayedRun; said: FinishAnswer }> {
    const { run, seed } = await start(who, "tower", { mode });
    const sent = playTower({ seed, mode }, drops, waits);
    await tell(who, { run, game: "tower", seed, rules: { mode } }, sent);
    const answer = await finish(who, "tower", run, sent);
    return { ...answer, run, sent, said: answer.json as FinishAnswer };
  }

  async function board(
    game: GameName,
    name: string,
    { period = "all", who, day }: { period?: Period; who?: Person; day?: string } = {},
  ): Promise<BoardAnswer> {
    const query = `game=${game}&board=${name}&period=${period}${day ? `&day=${day}` : ""}`;
    const { json, status } = await ask(`GET /api/games/board?${query}`, who);
    if (status !== 200) throw new Error(`No board: ${status} ${JSON.stringify(json)}`);
    return json as BoardAnswer;
  }

  return {
    ask,
    audit,
    entries,
    endpoints: parts.endpoints,
    ofAccounts: parts.ofAccounts,
    start,
    tell,
    finish,
    tower,
    board,
    own: async (who: Person) => (await ask("GET /api/games/own", who)).json as OwnGames,
    sweep: () =>
      parts.jobKinds["sweep-games"]?.run(
        {},
        { signal: new AbortController().signal, jobId: "sweep", attempt: 1 },
      ),
    async [Symbol.asyncDispose]() {
      await close();
      await parts.close();
    },
  };
}

/** Status and code of a refusal. */
export const codeOf = ({ status, json }: Answer) => [
  status,
  (json?.["error"] as { code?: string } | undefined)?.code,
];
