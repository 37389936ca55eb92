import { randomUUID } from "node:crypto";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../../../tests/support/log.ts";
import { serveEndpoints } from "../../../../tests/support/serve-endpoints.ts";
import { createAiParts } from "../../../ai-parts.ts";
import { createAudit } from "../../../audit/audit.ts";
import { createChatParts } from "../../../chat-parts.ts";
import { createJobs } from "../../../jobs/jobs.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import { createNotifier } from "../../../notifications/notify.ts";
import { createPush } from "../../../push/send-push.ts";
import { createTokenAccounts } from "../../../tokens/token-accounts.ts";

/** `/api/chat…` of a real process on a port of 127.0.0.1. */
export async function serveChat(deps: {
  backend: ServerBackend;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Its provider, times and limits. */
  ai?: Partial<Parameters<typeof createAiParts>[0]>;
}) {
  const { backend, now } = deps;
  const { log, entries } = recordingLog();
  const origin = () => "https://site.example";
  const fetchNothing = () => Promise.reject(new Error("Nobody has a device."));
  const push = createPush({ ...deps, log, fetch: fetchNothing, hosts: [], origin });
  const jobsOf = () => jobs;
  const common = { backend, log, now, jobs: jobsOf };
  const notifier = createNotifier({ ...common, push, mail: undefined, origin });
  const audit = createAudit({ backend, now, newId: () => randomUUID().slice(0, 8) });
  const parts = createChatParts({
    ...common,
    notifier,
    audit,
    ask: (uid, asked) => ai.ask(uid, asked),
  });
  const tokens = createTokenAccounts({ backend, log, now });
  const ai = createAiParts({
    ...common,
    ai: undefined,
    isOnlyCopy: true,
    sendsMail: () => true,
    ...deps.ai,
    tokens: () => tokens,
    chat: parts.forAnswers,
    audit,
  });
  const kinds = { ...notifier.jobKinds, ...parts.jobKinds, ...ai.jobKinds };
  const jobs: Jobs = createJobs({ backend, log, now, newId: randomUUID, kinds });
  const endpoints = [...parts.endpoints, ...ai.endpoints];
  const { ask, close } = await serveEndpoints(endpoints);

  return {
    ask,
    audit,
    ai,
    entries,
    tokens,
    endpoints: endpoints.map(({ method, path }) => `${method} ${path}`),
    jobs,
    ofAccounts: parts.ofAccounts,
    /** What was written is followed. */
    settled: () => parts.close(),
    sweep: () =>
      parts.jobKinds["sweep-chat"]?.run(
        {},
        { signal: new AbortController().signal, jobId: "sweep", attempt: 1 },
      ),
    sweepAi: () =>
      ai.jobKinds["sweep-ai"]?.run(
        {},
        { signal: new AbortController().signal, jobId: "sweep-ai", attempt: 1 },
      ),
    async [Symbol.asyncDispose]() {
      await close();
      await ai.close();
      await tokens.close();
      await parts.close();
    },
  };
}
