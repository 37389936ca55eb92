import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ApiError, type callApi } from "#app/live/api.ts";
import type { CommitRequest, GameName } from "#lib/games/game-api.ts";
import { startRanked } from "./ranked.ts";

const finished = { log: Uint8Array.of(1, 2, 3), ticks: 700, result: 5, hash: 9 };

/** A server that answers when it is told to. */
function createServer() {
  const calls: { path: string; body: unknown; answer: PromiseWithResolvers<unknown> }[] = [];
  const call = (async (_method, path, body) => {
    const answer = Promise.withResolvers<unknown>();
    calls.push({ path: path.replace("/api/games/", ""), body, answer });
    return answer.promise;
  }) as typeof callApi;
  return {
    calls,
    paths: () => calls.map(({ path }) => path),
    async begin(game: GameName, run: string) {
      const start = startRanked(game, {}, call);
      await expect.poll(() => calls.at(-1)?.path).toBe("start");
      calls.at(-1)!.answer.resolve({ run, seed: 7, version: 1 });
      return start;
    },
    start: (game: GameName) => startRanked(game, {}, call),
  };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 20));
const sha = (text: string, bytes: Uint8Array) =>
  createHash("sha256").update(text).update(bytes).digest("hex");

test("what is told goes in turn, each from the one before, and the end comes last", async () => {
  const server = createServer();
  const { standing, finish } = await server.begin("snake", "a");
  standing.commit(600, Uint8Array.of(1));
  standing.rest("rest");
  standing.commit(1200, Uint8Array.of(2, 3));
  const end = finish(finished);
  const told = ["start"];
  for (const path of ["commit", "rest", "commit", "finish"]) {
    told.push(path);
    // oxlint-disable-next-line no-await-in-loop -- each is asked when the one before was answered
    await expect.poll(server.paths).toEqual(told);
    server.calls.at(-1)!.answer.resolve(undefined);
  }
  await end;
  const first = sha("a\n", Uint8Array.of(1));
  expect(server.calls[1]!.body).toMatchObject({ tick: 600, bytes: 1, chain: first });
  const second = server.calls[3]!.body as CommitRequest;
  expect(second).toMatchObject({ bytes: 3, chain: sha(`${first}\n`, Uint8Array.of(2, 3)) });
});

test("the next run of a game is not begun before the end of this one is answered", async () => {
  const server = createServer();
  const { finish } = await server.begin("raiders", "a");
  const end = finish(finished);
  await expect.poll(server.paths).toEqual(["start", "finish"]);
  const next = server.start("raiders");
  await soon();
  expect(server.paths()).toEqual(["start", "finish"]);
  const refused = new ApiError("It does not count.", { status: 422, code: "slow" });
  server.calls.at(-1)!.answer.reject(refused);
  await expect(end).rejects.toBe(refused);
  await expect.poll(server.paths).toEqual(["start", "finish", "start"]);
  server.calls.at(-1)!.answer.resolve({ run: "b", seed: 8, version: 1 });
  expect(await next).toMatchObject({ seed: 8 });
});

test("two starts reach the server in their order, and another game waits for none", async () => {
  const server = createServer();
  const left = server.start("tower");
  void server.start("tower");
  void server.start("slicer");
  await soon();
  expect(server.paths()).toEqual(["start", "start"]);
  server.calls[0]!.answer.reject(new ApiError("Away.", { status: 0, code: "offline" }));
  await expect(left).rejects.toThrow("Away.");
  await expect
    .poll(() => server.calls.map(({ body }) => (body as { game: string }).game))
    .toEqual(["tower", "slicer", "tower"]);
});

test("what got no answer is told again, what was refused is not", async () => {
  const server = createServer();
  const { standing, finish } = await server.begin("blockstacker", "a");
  standing.commit(600, Uint8Array.of(1));
  await expect.poll(server.paths).toEqual(["start", "commit"]);
  server.calls.at(-1)!.answer.reject(new ApiError("Away.", { status: 0, code: "offline" }));
  await expect.poll(server.paths, { timeout: 3000 }).toEqual(["start", "commit", "commit"]);
  server.calls.at(-1)!.answer.reject(new ApiError("Gone.", { status: 404, code: "no-run" }));
  const end = finish(finished);
  await expect.poll(() => server.paths().at(-1)).toBe("finish");
  server.calls.at(-1)!.answer.resolve({ result: 5 });
  expect(await end).toEqual({ result: 5 });
});
