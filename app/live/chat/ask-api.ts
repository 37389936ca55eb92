/** What the AI is asked beside new messages, which ask by themselves. docs/ai.md */
import type { AskAgain, AskSaid, CatchUp, CaughtUp } from "#lib/ai/api.ts";
import { callApi } from "../api.ts";
import { isAskSaid, postAs, recordOf } from "./chat-http.ts";

/** @throws Error with a sentence for people; NoAnswerError */
export async function askAgain(uid: string, room: string, asked: AskAgain): Promise<AskSaid> {
  const { body } = await postAs(uid, `/api/chat/${room}/ask`, asked);
  const { ask, error } = recordOf(body);
  if (isAskSaid(ask)) return ask;
  const { message } = recordOf(error);
  throw new Error(
    typeof message === "string" ? message : "The server did not answer. Nothing was charged.",
  );
}

/** For who asked, and moderators. @throws ApiError */
export const stopAnswer = (room: string, id: string): Promise<void> =>
  callApi("POST", `/api/chat/${room}/ask/${id}/stop`, {});

/** @throws ApiError */
export const catchUp = (room: string, asked: CatchUp): Promise<CaughtUp> =>
  callApi("POST", `/api/chat/${room}/catch-up`, asked);
