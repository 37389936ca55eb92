import type { AiMark, AiRun, AskSaid } from "#lib/ai/api.ts";
import type { Message } from "#lib/chat/message.ts";
import { newUserRecord } from "#lib/user-record.ts";
import { startOpenAiServer } from "../../../../tests/support/openai-server.ts";
import { createSdkClient, signUp } from "../../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../../tests/support/served-site.ts";
import { createBudget, dayOf, usedBy, usedOf } from "../../../ai/budget.ts";
import { serveChat } from "../../chat/testing/serve-chat.ts";

export const aiKey = "sk-never-told";
const long = { firstMs: 60_000, betweenMs: 60_000, wholeMs: 60_000 };
const start = Date.parse("2026-03-01T12:00:00.000Z");

type Options = Parameters<typeof serveChat>[0]["ai"] & {
  provider?: { firstMs?: number; betweenMs?: number; wholeMs?: number };
};

/** A site with people who have ten tokens each, a provider on 127.0.0.1 and `/api`, by a clock that stands still. */
export async function openAiSite<Name extends string>(names: readonly Name[]) {
  const site = await serveSite();
  const provider = await startOpenAiServer();
  const clock = { now: start };
  const people = {} as Record<Name, SignedInClient>;
  await Promise.all(
    names.map(async (name) => {
      const client = await signUp(createSdkClient(site.origin));
      people[name] = client;
      const { uid, email } = client;
      await site.serverBackend.updateAccount(uid, { emailVerified: true });
      await site.serverBackend.updateValues({
        [`users/${uid}`]: newUserRecord({ uid, email, name, now: new Date(start) }),
        [`profiles/${uid}`]: { name, findable: true },
      });
    }),
  );
  let ids = 0;
  const newId = () => `ai${String((ids += 1)).padStart(18, "0")}`;
  const valueAt = async (path: string) => (await site.serverBackend.getValue(path)).value;
  const budget = createBudget({ backend: site.serverBackend });

  /** One copy of the server. */
  async function open({ provider: times = {}, ...more }: Options = {}) {
    const ai = {
      ai: { url: provider.url, key: aiKey, models: [{ id: "small", name: "Small" }] },
      times: { provider: { ...long, ...times }, run: { pieceMs: 5, lookMs: 5 } },
      ...more,
    };
    const served = await serveChat({ backend: site.serverBackend, now: () => clock.now, ai });
    const { ask } = served;
    async function make(client: SignedInClient, asked: object = { kind: "ai" }): Promise<string> {
      const { json, status } = await ask("POST /api/chat", client, asked);
      const room = json?.["room"];
      if (typeof room !== "string") throw new Error(`No room was made: ${status}`);
      return room;
    }
    async function send(client: SignedInClient, room: string, text: string, more: object = {}) {
      const id = newId();
      const question = { id: newId(), model: "small", most: 100 };
      const sent = { id, text, ask: question, ...more };
      const answer = await ask(`POST /api/chat/${room}/messages`, client, sent);
      const { key = "", ask: said } = (answer.json ?? {}) as { key?: string; ask?: AskSaid };
      return { ...answer, key, said, id: question.id };
    }
    const settled = () => served.ai.settled();
    return { ...served, make, send, settled, settledChat: served.settled };
  }

  return {
    ...site,
    provider,
    clock,
    people,
    newId,
    valueAt,
    open,
    messageAt: async (room: string, key: string) =>
      (await valueAt(`chat/${room}/messages/${key}`)) as (Message & { ai?: AiMark }) | null,
    runOf: async ({ uid }: SignedInClient, id: string) =>
      (await valueAt(`aiRuns/${uid}/${id}`)) as AiRun | null,
    /** Balance, what is held, what the ledger took, what the day has spent and reserved of them. */
    async moneyOf({ uid }: SignedInClient) {
      const account = (await valueAt(`tokenAccounts/${uid}`)) as Record<string, unknown> | null;
      const ledger = Object.values((await valueAt(`tokenLedger/${uid}`)) ?? {}) as {
        amount: number;
      }[];
      const day = await budget.read(dayOf(clock.now));
      return {
        balance: account?.["balance"],
        held: Object.keys(account?.["holds"] ?? {}).length,
        ledger: ledger.reduce((sum, { amount }) => sum + amount, 0),
        today: usedBy(day, uid),
        site: usedOf(day),
        reserved: day.reserved.size,
        running: Object.keys((await valueAt("aiRunning")) ?? {}).length,
      };
    },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await Promise.all(
        Object.values<SignedInClient>(people).map((one) => one[Symbol.asyncDispose]()),
      );
      await site[Symbol.asyncDispose]();
    },
  };
}

/** Nothing of anybody is under way, and somebody has paid so much of ten. */
export const paid = (spent: number, site = spent) => ({
  balance: 10 - spent,
  held: 0,
  ledger: 10 - spent,
  today: spent,
  site,
  reserved: 0,
  running: 0,
});
