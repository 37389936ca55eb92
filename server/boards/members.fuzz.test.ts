/** People come, go and change roles by three servers at once, which are broken off again and again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import type { LogEntry } from "#lib/boards/judge-input.ts";
import { type Role, readMembers } from "#lib/boards/roles.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { howMany } from "../../tests/support/how-many.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { type Random, seededRandom } from "../../tests/support/seeded-random.ts";
import { hostedBackendOf, serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { type OpenPeople, openPeople, placesOf } from "./testing/open-people.ts";

const seeds = howMany("BOARD_MEMBERS_SEEDS", { short: 4, full: 60 });
const steps = 40;
const uids = ["ann", "ben", "cat", "dan", "eve"];
const house = { name: "House", colour: "", zone: "UTC" };
const { log } = recordingLog();
/** Ahead, so that what was broken off counts as over. */
const now = () => Date.now() + 120_000;

class PowerCutError extends Error {}

let site: ServedSite;
let hosted: ServerBackend;
beforeAll(async () => {
  site = await serveSite();
  hosted = await hostedBackendOf(site);
});
afterAll(async () => site[Symbol.asyncDispose]());

/** Now and then a write fails before it is done, or its answer is lost. */
function unlucky(backend: ServerBackend, random: Random, isOn: () => boolean): ServerBackend {
  const perhaps =
    <Args extends unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const chance = isOn() ? random.below(30) : 2;
      if (chance === 0) throw new PowerCutError();
      const result = await write(...args);
      if (chance === 1) throw new PowerCutError();
      return result;
    };
  return {
    ...backend,
    commit: perhaps((...args: Parameters<ServerBackend["commit"]>) => backend.commit(...args)),
    updateInOrder: perhaps((...args: Parameters<ServerBackend["updateInOrder"]>) =>
      backend.updateInOrder(...args),
    ),
    updateValues: perhaps((...args: Parameters<ServerBackend["updateValues"]>) =>
      backend.updateValues(...args),
    ),
  };
}

async function unlessCut(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof PowerCutError)) throw error;
  }
}

/** Who belongs to it with which role, as the log tells it. */
function rolesByLog(value: unknown, maker: string): Map<string, Role> {
  const entries = Object.values((value ?? {}) as Record<string, LogEntry>);
  const roles = new Map<string, Role>([[maker, "owner"]]);
  for (const act of entries.flatMap(({ acts = [] }) => acts)) {
    if (act.k === "join" || act.k === "role") roles.set(act.who, act.role);
    if (act.k === "leave" || act.k === "remove") roles.delete(act.who);
  }
  return roles;
}

test.each(Array.from({ length: seeds }, (_, seed) => seed))(
  "seed %i: a board always has an owner, and all places and the log say the same in the end",
  { timeout: 120_000 },
  async (seed) => {
    const random = seededRandom(seed);
    let isOn = true;
    const { serverBackend } = site;
    const servers = [serverBackend, hosted, serverBackend].map((backend) =>
      openPeople({ backend: unlucky(backend, random, () => isOn), log, now }),
    );
    const calm = openPeople({ backend: serverBackend, log, now });
    const made = await calm.boards.create("ann", house);
    if (typeof made === "string" || "fault" in made) throw new Error("No board was made.");
    const { board } = made;
    const secrets: string[] = [];
    const valueOf = async (path: string) => (await serverBackend.getValue(path)).value;

    const someAct = (server: OpenPeople): Promise<unknown> => {
      const [by, uid] = [random.pick(uids), random.pick(uids)];
      const role = random.pick(["owner", "owner", "member", "viewer"] as const);
      const { members, invites, joining } = server;
      switch (random.below(12)) {
        case 0:
          return members.leave(by, board);
        case 1:
          return members.remove(by, board, uid);
        case 2:
        case 3:
          return members.setRole(by, board, { uid, role });
        case 4:
          return random.below(2) === 0 ? members.accountEnds(uid, board) : joining.mine(uid);
        case 5:
        case 6:
          return invites
            .makeLink(by, board, { role: "member", days: 1, uses: 3 })
            .then((link) => typeof link === "object" && secrets.push(link.secret));
        default:
          return joining.join(uid, random.pick(secrets.slice(-3)));
      }
    };

    const first = await calm.invites.makeLink("ann", board, { role: "member", days: 1, uses: 9 });
    if (typeof first === "string") throw new Error(first);
    secrets.push(first.secret);
    await calm.joining.join("ben", first.secret);
    await calm.joining.join("cat", first.secret);
    await calm.members.setRole("ann", board, { uid: "ben", role: "owner" });
    for (let step = 0; step < steps; step += 1) {
      // oxlint-disable no-await-in-loop
      await Promise.all(servers.map((server) => unlessCut(someAct(server))));
      const members = readMembers(await valueOf(`boards/${board}/members`));
      const owners = [...members.values()].filter(({ role }) => role === "owner");
      // With its last member it goes.
      if (members.size === 0) break;
      expect(owners.length).toBeGreaterThan(0);
      // oxlint-enable no-await-in-loop
    }

    isOn = false;
    await calm.ownBoards.repair(board);
    const members = readMembers(await valueOf(`boards/${board}/members`));
    const roles = Object.fromEntries(
      Array.from(members, ([uid, { role }]) => [uid, role] as const).toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      ),
    );
    expect(await placesOf(serverBackend, board, uids)).toEqual({
      members: roles,
      documents: roles,
      lists: roles,
    });
    const stored = await valueOf(`boards/${board}`);
    assertBoard(stored);
    expect(stored === null).toBe(members.size === 0);
    const told = rolesByLog(await valueOf(`boards/${board}/log`), "ann");
    // A board that is gone tells nothing.
    expect(Object.fromEntries(stored === null ? [] : told)).toEqual(roles);
  },
);
