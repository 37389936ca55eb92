/** The AI's side of the server, the same on both backends: what is asked, what it costs, what ends it. */
import { randomUUID } from "node:crypto";
import type { AskSaid } from "#lib/ai/api.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createAnswers } from "./ai/answers.ts";
import { createAskAgain } from "./ai/ask-again.ts";
import { createBudget } from "./ai/budget.ts";
import { createCatchUp } from "./ai/catch-up.ts";
import { type AnswerNews, createFinish } from "./ai/finish.ts";
import { createMayAsk } from "./ai/may-ask.ts";
import { createPrompts } from "./ai/prompt.ts";
import { type ProviderTimes, createProvider } from "./ai/provider.ts";
import { createRunRecords } from "./ai/run-records.ts";
import { refusedAsk } from "./ai/refusals.ts";
import { type RunAsk, type RunTimes, createRuns } from "./ai/runs.ts";
import { createAiSettings } from "./ai/settings.ts";
import { createAiSweep } from "./ai/sweep-ai.ts";
import { createProviderDesk } from "./ai/try-provider.ts";
import { createAiUsage } from "./ai/usage.ts";
import { createAiEndpoints } from "./api/ai/ai.ts";
import type { Audit } from "./audit/audit.ts";
import type { UpdateRoom } from "./chat/chat-updates.ts";
import type { Messages } from "./chat/messages.ts";
import type { Rooms } from "./chat/rooms.ts";
import type { AiProviderSettings } from "./config/ai-settings.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { JobKinds } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { TokenAccounts } from "./tokens/token-accounts.ts";

export type AiParts = {
  endpoints: Endpoint[];
  jobKinds: JobKinds;
  /** Has a message that was just stored answered. @throws BackendError */
  ask: (uid: string, asked: Omit<RunAsk, "again">) => Promise<AskSaid>;
  /** What an earlier process left; nobody waits for it. */
  start(): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

export function createAiParts(deps: {
  backend: ServerBackend;
  /** Undefined: there is no AI. */
  ai: AiProviderSettings | undefined;
  /** They are made later. */
  tokens: () => TokenAccounts;
  chat: {
    update: UpdateRoom;
    rooms: Pick<Rooms, "make">;
    messages: Pick<Messages, "send">;
    tell: (news: AnswerNews) => void;
  };
  audit: Pick<Audit, "add">;
  /** What another process had begun nobody goes on with. */
  isOnlyCopy: boolean;
  /** Whether mails go out. */
  sendsMail: () => boolean;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  times?: { provider: ProviderTimes; run: RunTimes };
  most?: { account: number; site: number };
  rate?: { burst: number; perMinute: number };
}): AiParts {
  const { backend, ai, log, now, times } = deps;
  const { update, tell } = deps.chat;
  const parts = { ...deps, update };
  const tokens = {
    hold: (...asked: Parameters<TokenAccounts["hold"]>) => deps.tokens().hold(...asked),
    settle: (...asked: Parameters<TokenAccounts["settle"]>) => deps.tokens().settle(...asked),
    release: (...asked: Parameters<TokenAccounts["release"]>) => deps.tokens().release(...asked),
    account: (uid: string) => deps.tokens().account(uid),
  };
  const provider = ai && createProvider({ settings: ai, times: times?.provider });
  const settings = createAiSettings(deps);
  const budget = createBudget(deps);
  const records = createRunRecords(deps);
  const answers = createAnswers(parts);
  const finish = createFinish({ answers, tokens, budget, records, tell, now });
  const mayAsk = createMayAsk(deps);
  const common = { backend, provider, settings, budget, mayAsk, now };
  const runs = createRuns({
    ...common,
    tokens,
    records,
    promptOf: createPrompts(deps),
    askAgain: createAskAgain(parts),
    finish,
    rate: deps.rate,
    holder: randomUUID(),
    log,
    times: times?.run,
    most: deps.most,
  });
  const sweep = createAiSweep({ ...deps, records, finish, isMine: (id) => runs.has(id) });
  const catchUp = createCatchUp({ backend, ...deps.chat, records, runs });
  let starting: Promise<unknown> = Promise.resolve();
  return {
    endpoints: createAiEndpoints({
      backend,
      provider: ai && createProviderDesk(ai),
      settings,
      usage: createAiUsage(common),
      runs,
      catchUp,
      now,
    }),
    jobKinds: sweep.jobKinds,
    async ask(uid, asked) {
      const said = await runs.ask(uid, asked);
      return typeof said === "object" && "fault" in said ? refusedAsk("no-such-message") : said;
    },
    start() {
      starting = sweep.endDead().then(
        (ended) =>
          ended > 0 && log.info({ ended }, "answers of the AI that were broken off are ended"),
        (error: unknown) => log.error({ err: error }, "what the AI was at could not be looked at"),
      );
    },
    settled: () => runs.settled(),
    async close() {
      await runs.close();
      await starting;
    },
  };
}
