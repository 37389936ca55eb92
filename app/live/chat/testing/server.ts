/** What the server does with messages of one room, as far as a sender sees it. */
import type { ChatAct, SentMessage } from "#lib/chat/api.ts";
import { messageKey, numberOfKey } from "#lib/chat/message.ts";
import { NoAnswerError } from "../../outbox/outbox.ts";
import { type ChatHttp, TurnedDownError } from "../chat-http.ts";

type TestServer = {
  http: ChatHttp;
  messages: SentMessage[];
  /** All that reached it, in words. */
  asked: string[];
  /** Nothing reaches it. */
  isAway: boolean;
  isMuted: boolean;
  /** So many of the next are done, and nobody hears of it. */
  losesAnswers: number;
};

export function createTestServer(): TestServer {
  const server: TestServer = {
    messages: [],
    asked: [],
    isAway: false,
    isMuted: false,
    losesAnswers: 0,
    async http(path, body) {
      if (server.isAway) throw new NoAnswerError("No answer.");
      const answer = path.endsWith("/messages")
        ? take(body as SentMessage)
        : act(body as Extract<ChatAct, { act: "edit" }>);
      if (server.losesAnswers > 0) {
        server.losesAnswers -= 1;
        throw new NoAnswerError("No answer.");
      }
      return answer;
    },
  };

  function take(message: SentMessage) {
    server.asked.push(`message ${message.id}: ${message.text}`);
    const at = server.messages.findIndex(({ id }) => id === message.id);
    if (at !== -1) return { key: messageKey(at + 1), at: 1, isNew: false };
    if (server.isMuted) throw new TurnedDownError("muted", "You are muted.");
    server.messages.push(message);
    return { key: messageKey(server.messages.length), at: 1, isNew: true };
  }

  function act({ key, text }: Extract<ChatAct, { act: "edit" }>): undefined {
    server.asked.push(`edit ${key}: ${text}`);
    const at = (numberOfKey(key) ?? 0) - 1;
    server.messages[at] = { ...server.messages[at]!, text };
  }

  return server;
}
