/** What a process needs to have the AI answer in rooms, without HTTP. */
import { randomUUID } from "node:crypto";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createAiParts } from "../../server/ai-parts.ts";
import { createAudit } from "../../server/audit/audit.ts";
import { createChatParts } from "../../server/chat-parts.ts";
import { createLog } from "../../server/log.ts";
import { createTokenAccounts } from "../../server/tokens/token-accounts.ts";

/** Three people's AI chats, by uid; the answers of `waiting` never end. */
export type AiPeople = { rooms: Record<string, string>; waiting: string };

/** What each of them begins with. */
export const given = 1_000_000;

export function openAiParts(backend: ServerBackend, url: string) {
  const log = createLog("silent");
  const now = Date.now;
  const tokens = createTokenAccounts({ backend, log, now });
  const audit = createAudit({ backend, now, newId: randomUUID });
  const chat = createChatParts({
    backend,
    log,
    now,
    audit,
    jobs: () => ({ schedule: async () => "" }),
    notifier: { notify: async () => {} },
    ask: (uid, asked) => ai.ask(uid, asked),
  });
  const ai = createAiParts({
    backend,
    ai: { url, key: "", models: [{ id: "small", name: "Small" }] },
    tokens: () => tokens,
    chat: chat.forAnswers,
    audit,
    isOnlyCopy: true,
    sendsMail: () => true,
    log,
    now,
    times: {
      provider: { firstMs: 60_000, betweenMs: 60_000, wholeMs: 60_000 },
      run: { pieceMs: 5, lookMs: 20 },
    },
    rate: { burst: 1_000_000, perMinute: 1_000_000 },
  });
  return { tokens, ai, ...chat.forAnswers };
}
