/** Many at once, on one server and on two: never more than there is. */
import { expect, test } from "vitest";
import { answerOf } from "../../../tests/support/openai-server.ts";
import { openAiSite, paid } from "./testing/ai-site.ts";

const wide = { most: { account: 100, site: 100 }, rate: { burst: 100, perMinute: 100 } };

test(
  "of fifty prompts at once with a balance of ten exactly ten are answered",
  { timeout: 60_000 },
  async () => {
    await using site = await openAiSite(["Ann"]);
    await using one = await site.open(wide);
    await using other = await site.open({ ...wide, isOnlyCopy: false });
    const { Ann } = site.people;
    const rooms = await Promise.all(Array.from({ length: 5 }, () => one.make(Ann)));
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        (n % 2 === 0 ? one : other).send(Ann, rooms[n % 5]!, `Question ${n}`),
      ),
    );
    await Promise.all([one.settled(), other.settled()]);
    expect(sent.every(({ status }) => status === 201)).toBe(true);
    expect(sent.filter(({ said }) => said === "begun")).toHaveLength(10);
    const refused = sent.flatMap(({ said }) => (typeof said === "object" ? [said.refused] : []));
    expect(new Set(refused)).toEqual(new Set(["not-enough"]));
    expect(site.provider.asked).toHaveLength(10);
    expect(await site.moneyOf(Ann)).toEqual(paid(10));
    const runs = Object.values((await site.valueAt(`aiRuns/${Ann.uid}`)) ?? {});
    expect(runs).toHaveLength(10);
  },
);

test("of one account three are answered at once, of one question one, and of the site twenty", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open({ most: { account: 3, site: 4 } });
  const { Ann, Ben } = site.people;
  const { promise: go, resolve } = Promise.withResolvers<void>();
  site.provider.behave(answerOf(["Yes"], { before: [{ wait: go }] }));
  const [room, bens] = [await served.make(Ann), await served.make(Ben)];
  const first = await served.send(Ann, room, "Hello");
  const again = { id: site.newId(), model: "small", most: 1, key: first.key };
  expect(await served.ask(`POST /api/chat/${room}/ask`, Ann, again)).toMatchObject({
    status: 429,
    json: { error: { code: "too-many-runs" } },
  });
  const said = [];
  for (const [who, where] of [
    [Ann, room],
    [Ann, room],
    [Ann, room],
    [Ben, bens],
    [Ben, bens],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    said.push((await served.send(who, where, "Hello")).said);
  }
  const isRefused = expect.objectContaining({ refused: "too-many-runs" }) as unknown;
  expect(said).toEqual(["begun", "begun", isRefused, "begun", isRefused]);
  resolve();
  await served.settled();
  expect(await site.moneyOf(Ann)).toEqual(paid(3, 4));
});

test("a day has its end for one account, by the owner and by oneself, and for the site; the next day begins anew", async () => {
  await using site = await openAiSite(["Ann", "Ben"]);
  await using served = await site.open();
  const { Ann, Ben } = site.people;
  await site.serverBackend.updateValues({ aiSettings: { userDaily: 2, siteDaily: 3 } });
  const rooms = [await served.make(Ann), await served.make(Ben)] as const;
  const send = async (who: typeof Ann) => {
    const { said } = await served.send(who, rooms[who === Ann ? 0 : 1], "Hello");
    await served.settled();
    return typeof said === "object" ? said.refused : said;
  };
  expect([await send(Ann), await send(Ann), await send(Ann)]).toEqual([
    "begun",
    "begun",
    "user-cap",
  ]);
  expect([await send(Ben), await send(Ben)]).toEqual(["begun", "site-budget"]);
  const stateOf = async (who: typeof Ann) => (await served.ask("GET /api/ai", who)).json;
  expect(await stateOf(Ben)).toMatchObject({
    on: true,
    userDaily: 2,
    cap: null,
    left: { today: 0 },
  });
  site.clock.now += 86_400_000;
  expect((await served.ask("POST /api/ai/cap", Ben, { cap: 1 })).status).toBe(204);
  expect(await stateOf(Ben)).toMatchObject({ cap: 1, left: { today: 1 } });
  expect([await send(Ben), await send(Ben), await send(Ann)]).toEqual([
    "begun",
    "user-cap",
    "begun",
  ]);
  expect((await served.ask("POST /api/ai/cap", Ben, { cap: null })).status).toBe(204);
  expect(await send(Ben)).toBe("begun");
  expect((await served.ask("GET /api/ai/usage", Ben)).json).toEqual({
    days: [
      { day: "2026-03-02", model: "small", answers: 2, spent: 2, in: 60, out: 14 },
      { day: "2026-03-01", model: "small", answers: 1, spent: 1, in: 30, out: 7 },
    ],
  });
});
