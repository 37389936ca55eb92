/** `/api/games/…`: runs that count, and boards. docs/games.md */
import type * as z from "zod/mini";
import { boardsOf, newestVersion, readRules } from "#games/engines.ts";
import type { Board } from "#games/kit/engine.ts";
import { faultOfKey } from "#lib/database-key.ts";
import {
  type GameName,
  type OwnBest,
  type OwnGames,
  type StartAnswer,
  periods,
} from "#lib/games/game-api.ts";
import { dayOf, isDaily, periodKey, periodsOf, timeOfDay } from "#lib/games/periods.ts";
import { networkOf } from "#lib/network-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { FinishRun } from "../../games/finish-run.ts";
import type { Players } from "../../games/players.ts";
import type { Removals } from "../../games/removals.ts";
import type { Runs } from "../../games/runs.ts";
import type { ShownBoards } from "../../games/shown-boards.ts";
import { adminCaller } from "../../http/admin-caller.ts";
import { tooManyRequests } from "../../http/answer.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { callerOf } from "../../http/caller.ts";
import { type CountedCaller, createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import * as shapes from "./requests.ts";
import { refuse, refuseRun } from "./sentences.ts";

const smallBytes = 1000;
/** A log of 256 KB in base64, and what is around it. */
const finishBytes = 360_000;

export function createGameEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">;
  runs: Pick<Runs, "begin" | "commit" | "rest">;
  finish: FinishRun;
  players: Pick<Players, "read" | "beginDaily" | "setNamed">;
  seedOfDay: (day: string, game: GameName) => Promise<number>;
  newSeed: () => number;
  shown: ShownBoards;
  removals: Pick<Removals, "removeRun">;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds, never going back. */
  steadyNow: () => number;
}): Endpoint[] {
  const { backend, runs, finish, players, shown, removals, now, steadyNow } = deps;
  const counted = (burst: number, perMinute: number) =>
    createCountedCaller({ backend, burst, perMinute, now });
  const telling = counted(60, 30);
  const reading = createRateLimit({ burst: 60, perMinute: 60, now });
  const removing = createRateLimit({ burst: 60, perMinute: 60, now });
  const done = () => new Response(null, { status: 204 });

  /** Of who is signed in. */
  const post = <Body>(
    path: Endpoint["path"],
    { by, shape, maxBodyBytes = smallBytes }: Counted<Body>,
    answer: (
      uid: string,
      body: Body,
      came: { cameMs: number; readMs: number },
    ) => Promise<Response>,
  ): Endpoint => ({
    method: "POST",
    path,
    maxBodyBytes,
    answer: orUnavailable(async (asked) => {
      // Before anybody is asked whose token it is.
      const came = { cameMs: steadyNow(), readMs: asked.readMs ?? 0 };
      const caller = await by(asked);
      if (caller instanceof Response) return caller;
      if (faultOfKey(caller.uid) !== undefined) return refuse("no-account");
      const body = shape.safeParse(parseJson(asked.body));
      return body.success ? answer(caller.uid, body.data, came) : refuse("invalid-request");
    }),
  });

  /** Of anybody. */
  const get = <Query>(
    path: Endpoint["path"],
    shape: z.ZodMiniType<Query>,
    answer: (query: Query, uid: string | undefined) => Promise<Response>,
  ): Endpoint => ({
    method: "GET",
    path,
    maxBodyBytes: 0,
    answer: orUnavailable(async ({ request, client }) => {
      const uid = await callerOf(request, backend);
      const wait = reading.take(uid === undefined ? networkOf(client) : `uid:${uid}`);
      if (wait > 0) return tooManyRequests(wait);
      const query = shape.safeParse(Object.fromEntries(new URL(request.url).searchParams));
      return query.success ? answer(query.data, uid) : refuse("invalid-request");
    }),
  });

  async function start(uid: string, game: GameName, asked: unknown): Promise<Response> {
    const read = readRules(game, asked);
    if (read === undefined) return refuse("invalid-request");
    const { rules, board } = read;
    if (board === null) return refuse("not-compared");
    const day = isDaily(board.name) ? dayOf(now()) : null;
    if (day !== null && !(await players.beginDaily(uid, game, day))) return refuse("daily-used");
    const seed = day === null ? deps.newSeed() : await deps.seedOfDay(day, game);
    const version = newestVersion(game);
    const run = await runs.begin(uid, game, { version, seed, rules, day });
    const said: StartAnswer = { run, version, seed, ...(day !== null && { day }) };
    return Response.json(said);
  }

  return [
    post("/api/games/start", { by: counted(20, 10), shape: shapes.startShape }, (uid, body) =>
      start(uid, body.game, body.rules),
    ),
    post(
      "/api/games/commit",
      { by: telling, shape: shapes.commitShape },
      async (uid, { game, run, ...commit }, { cameMs }) => {
        const said = await runs.commit({ uid, game, run, cameMs }, commit);
        return said === "done" ? done() : refuse(said);
      },
    ),
    post(
      "/api/games/rest",
      { by: telling, shape: shapes.restShape },
      async (uid, { game, run, to }, { cameMs }) => {
        const said = await runs.rest({ uid, game, run, cameMs }, to);
        return said === "done" ? done() : refuse(said);
      },
    ),
    post(
      "/api/games/finish",
      { by: counted(10, 10), shape: shapes.finishShape, maxBodyBytes: finishBytes },
      async (uid, body, came) => {
        const said = await finish(uid, body, came);
        if ("refusal" in said) return refuse(said.refusal);
        return "fault" in said ? refuseRun(said.fault) : Response.json(said.answer);
      },
    ),
    post(
      "/api/games/named",
      { by: counted(20, 20), shape: shapes.namedShape },
      async (uid, { isNamed }) => {
        await players.setNamed(uid, isNamed);
        shown.changed();
        return done();
      },
    ),
    get("/api/games/board", shapes.boardShape, async ({ game, board: name, period, day }, uid) => {
      const board = boardNamed(game, name);
      if (board === undefined || !periodsOf(name).includes(period)) return refuse("no-board");
      const atMs = day === undefined ? now() : timeOfDay(day);
      if (atMs === undefined) return refuse("invalid-request");
      const { order } = board;
      return Response.json(await shown.read({ game, board: name, order, period, atMs }, uid));
    }),
    get("/api/games/run", shapes.runShape, async ({ id }) => {
      const run = await shown.run(id);
      return run === null ? refuse("no-run") : Response.json(run);
    }),
    {
      method: "GET",
      path: "/api/games/own",
      maxBodyBytes: 0,
      answer: orUnavailable(own(counted(60, 60))),
    },
    {
      method: "POST",
      path: "/api/games/remove",
      maxBodyBytes: smallBytes,
      answer: orUnavailable(async ({ request, body: text, client }) => {
        const admin = await adminCaller(request, backend);
        const isNobody = admin instanceof Response;
        const wait = removing.take(isNobody ? networkOf(client) : `uid:${admin.uid}`);
        if (wait > 0) return tooManyRequests(wait);
        if (isNobody) return admin;
        const body = shapes.removeShape.safeParse(parseJson(text));
        if (!body.success) return refuse("invalid-request");
        const board = boardNamed(body.data.game, body.data.board);
        if (board === undefined) return refuse("no-board");
        await removals.removeRun({ ...body.data, order: board.order }, admin.uid);
        return done();
      }),
    },
  ];

  function own(by: CountedCaller): Endpoint["answer"] {
    return async (asked) => {
      const caller = await by(asked);
      if (caller instanceof Response) return caller;
      if (faultOfKey(caller.uid) !== undefined) return refuse("no-account");
      const { isNamed, bests, dailyUsed } = await players.read(caller.uid);
      const said: OwnGames = {
        isNamed,
        bests: bests.flatMap(({ game, board, periods: found }) =>
          periods.flatMap((period): OwnBest[] => {
            const best = found.get(periodKey(period, now()));
            return best === undefined ? [] : [{ game, board, period, ...best }];
          }),
        ),
        dailyUsed,
      };
      return Response.json(said);
    };
  }
}

type Counted<Body> = { by: CountedCaller; shape: z.ZodMiniType<Body>; maxBodyBytes?: number };

const boardNamed = (game: GameName, name: string): Board | undefined =>
  boardsOf[game].find((board) => board.name === name);
