/** Three servers that reach Firebase over a bad network: requests do not arrive, answers are lost, whoever asked asks again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { Notification } from "#lib/notification.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServiceAccountKey } from "../config/firebase-settings.ts";
import { howMany } from "../../tests/support/how-many.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { type Random, seededRandom } from "../../tests/support/seeded-random.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { urlsOnOrigin } from "../backend-port/clients.ts";
import { createHostedServerBackend } from "../backend-port/hosted.ts";
import type { Boards } from "./boards.ts";
import { openFollowing } from "./testing/open-following.ts";

const seeds = howMany("BOARDS_LOST_ANSWERS_SEEDS", { short: 1, full: 60 });
const changes = 8;
const names = ["ann", "ben", "cat"];

let site: ServedSite;
let key: ServiceAccountKey;
let uids: string[];
beforeAll(async () => {
  site = await serveSite();
  key = await site.backend.createServiceAccount(site.origin);
  const emails = names.map((name) => `${name}@example.com`);
  const accounts = emails.map((email) => site.serverBackend.createAccount({ email }));
  uids = (await Promise.all(accounts)).map(({ uid }) => uid);
});
afterAll(async () => site[Symbol.asyncDispose]());

const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;

function openServer(random: Random, isBad: () => boolean) {
  const { log } = recordingLog();
  const lost = () => new BackendError("UNAVAILABLE", "The database cannot be reached.");
  const backend = createHostedServerBackend({
    urls: urlsOnOrigin(site.origin),
    projectId: "foyer",
    bucket: "foyer",
    namespace: "foyer",
    key,
    log,
    async fetch(request) {
      const chance = isBad() ? random.below(40) : 2;
      if (chance === 0) throw lost();
      const answer = await fetch(request);
      if (chance > 1) return answer;
      await answer.body?.cancel();
      throw lost();
    },
  });
  return openFollowing({ backend, log, now: Date.now });
}

/** As a browser does: the same again until there is an answer. */
async function changeAtLast(
  servers: readonly { boards: Boards }[],
  { random, uid, board }: { random: Random; uid: string; board: string },
  writes: Record<string, unknown>,
): Promise<unknown> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each try follows the one before
      const answer = await random.pick(servers).boards.change(uid, board, writes);
      if (answer !== "busy") return answer;
    } catch (error) {
      if (!(error instanceof BackendError) || error.status !== "UNAVAILABLE") throw error;
    }
  }
}

function cardWithComment(id: string, uid: string, mentioned: string): Record<string, unknown> {
  const stamps = { t: Date.now() * 1000, p: 0 };
  return {
    [`cards/${id}/title`]: { v: id, ...stamps },
    [`cards/${id}/place`]: { column: "c1", order: "a0", by: uid, ...stamps },
    [`comments/${id}/text`]: { v: "A word", ...stamps },
    [`comments/${id}/of`]: { card: id, by: uid, on: 1, ...stamps },
    [`comments/${id}/mentions`]: { v: mentioned, ...stamps },
  };
}

test(
  `what was taken is there once and told once, whatever got lost on the way (${seeds} seeds)`,
  { timeout: 60_000 * Math.max(1, seeds) },
  async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = seededRandom(seed);
      let isBad = false;
      const servers = uids.map(() => openServer(random, () => isBad));
      // oxlint-disable no-await-in-loop -- one seed after the other
      const made = await servers[0]!.boards.create(uids[0]!, {
        name: "House",
        colour: "",
        zone: "UTC",
      });
      const { board } = made as { board: string };
      const members = Object.fromEntries(
        uids.map((uid) => [uid, { role: "owner", name: uid, since: 1 }]),
      );
      await site.serverBackend.putValue(`boards/${board}/members`, members);
      await site.serverBackend.putValue("notifications", null);
      isBad = true;
      const answers = await Promise.all(
        uids.map(async (uid, at) => {
          const told = uids[(at + 1) % uids.length]!;
          const said: unknown[] = [];
          for (let index = 0; index < changes; index += 1) {
            const writes = cardWithComment(`${names[at]}${index}`, uid, told);
            said.push(await changeAtLast(servers, { random, uid, board }, writes));
          }
          return said;
        }),
      );
      expect(new Set(answers.flat()), `seed ${seed}`).toEqual(new Set(["taken"]));
      isBad = false;
      for (const { follow } of servers) await follow.close();
      await openServer(random, () => false).follow.follow(board);
      const stored = (await valueAt(`boards/${board}`)) as Record<string, object>;
      assertBoard(stored);
      expect(Object.keys(stored["cards"]!)).toHaveLength(uids.length * changes);
      // Of the first change and one for each of the others: nothing was written twice.
      expect(stored["seq"]).toBe(1 + uids.length * changes);
      expect(stored["told"]).toBe(stored["seq"]);
      for (const uid of uids) {
        const told = Object.values((await valueAt(`notifications/${uid}`)) ?? {});
        expect(told, `seed ${seed}, ${uid}`).toHaveLength(changes);
        for (const one of told as unknown as Notification[]) expect(one.kind).toBe("board");
      }
      // oxlint-enable no-await-in-loop
    }
  },
);
