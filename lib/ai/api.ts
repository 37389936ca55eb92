/** What browsers send to `/api/ai…` and ask of the AI in a room, and what comes back. docs/ai.md */
import type { AiPrice } from "./price.ts";

export type AiModel = { id: string; name: string };

/** `GET /api/ai`: what is shown before anything is asked. */
export type AiState = {
  on: boolean;
  /** Why not: there is no provider, the owner switched it off, or the caller's address is not confirmed. */
  why?: "none" | "off" | "unverified";
  /** The first is the usual one. */
  models: AiModel[];
  price: AiPrice;
  /** Of an answer, tokens of the provider. */
  maxOutput: number;
  /** What one account may spend in a day, by the owner. */
  userDaily: number;
  /** The caller's own lower limit; null: none. */
  cap: number | null;
  /** AI tokens that the caller may still spend today, by both and by what the whole site may. */
  left: { today: number };
};

/** `POST /api/ai/settings`, for admins: 204. */
export type AiSettings = {
  on: boolean;
  /** What the owner tells the AI, before each question. Nobody else reads it. */
  prompt: string;
  price: AiPrice;
  maxOutput: number;
  /** AI tokens of an account, and of all, in a day (UTC). */
  userDaily: number;
  siteDaily: number;
};

/**
 * `GET /api/ai/settings`, for admins. Sent along with a change, `rev` refuses it (409 `changed-meanwhile`) if somebody else
 * has made one since.
 */
export type AiSettingsRead = AiSettings & { rev: string };

/** `GET /api/ai/provider`, for admins: what the server was started with. The key never leaves it. */
export type AiProviderFacts = {
  /** Null: there is none. Else its host, with a port where it has one of its own. */
  host: string | null;
  /** The first is the usual one. */
  models: AiModel[];
};

/** `POST /api/ai/provider/try`, for admins: the provider is asked for its models, which costs nothing. */
export type AiTried = {
  outcome:
    | "works"
    /** It does not have all models that are offered. */
    | "unlisted"
    /** It is there, and does not say what it has. */
    | "silent"
    | "unreachable"
    | "timeout"
    | "refused"
    | "busy"
    | "error";
  /** For people. */
  text: string;
};

/** `POST /api/ai/cap`: 204. Null: no limit of one's own. */
export type AiCap = { cap: number | null };

/** `ask` of `POST /api/chat/{room}/messages`: the message is stored whatever becomes of it. */
export type Ask = {
  /** Of the answer, 20 of `a-z0-9`, made by the browser: the same again is the same answer. */
  id: string;
  model: string;
  /** AI tokens that the caller agrees to. */
  most: number;
};

/**
 * `POST /api/chat/{room}/ask`: 200 `{ask: "begun"}`, or a refusal with its status, `{error, ask}`. A message of one's own is
 * answered, again if it was.
 */
export type AskAgain = Ask & {
  /** The message. */
  key: string;
  root?: string;
  /** Only in an AI chat: it says this from now on. */
  text?: string;
};

/** `POST /api/chat/{room}/ask/{id}/stop`: 204, also when it has ended. For who asked, and moderators. */

/** `POST /api/chat/{room}/catch-up`: 201 `CaughtUp`. */
export type CatchUp = Ask & {
  /** The last message that was read, its number; 0: none. */
  from: number;
};
export type CaughtUp = { room: string; key: string; ask: AskSaid };

/** What became of an ask. `most`: what it can cost, of `too-dear`. `balance`: of `not-enough`, what is free. */
export type AskSaid =
  | "begun"
  | { refused: AskRefusal; message: string; most?: number; balance?: number };

/** Beside chat's own. */
export type AskRefusal =
  /** There is no provider, or it is switched off. 503 */
  | "no-ai"
  /** Their address is not confirmed. 403 */
  | "unverified"
  /** 409 */
  | "not-enough"
  | "too-dear"
  /** After the message there are more than an answer may take away. */
  | "too-many-later"
  /** 429 */
  | "user-cap"
  | "site-budget"
  | "too-many-runs"
  /** 404 */
  | "no-such-message"
  | "no-such-room"
  | "no-such-model"
  /** 403 */
  | "not-allowed"
  | "muted"
  | "archived"
  | "not-taken"
  /** 409: nobody asks in a direct message that the other one has not taken yet. */
  | "waits"
  /** 429: slow mode. */
  | "slow"
  /** 503: others change the same. */
  | "busy";

/** `ai` of a message that is an answer. */
export type AiMark = {
  /** Who asked, and paid. */
  for: string;
  /** Key of the question, in the same room or thread. */
  to: string;
  model: string;
  /**
   * `broken`: there is less than there was to come. `failed`: there is nothing, the text is empty; also of `stopped` it may
   * be.
   */
  state: "done" | "stopped" | "broken" | "failed";
  why?: AnswerWhy;
  /** Whole AI tokens. */
  spent: number;
};

/** Why an answer is not whole, or is none. */
export type AnswerWhy =
  /** It could not be reached. */
  | "unreachable"
  /** Nothing came in time, or all of it took too long. */
  | "timeout"
  /** It was cut off, or nothing more came. */
  | "cut"
  /** It had reached its length. */
  | "length"
  /** It does not take our key, or our question. */
  | "refused"
  /** It has too much to do. */
  | "busy"
  /** It failed, or said what nobody understands. */
  | "error"
  /** It said nothing. */
  | "empty"
  /** It kept back what it would have said. */
  | "filtered"
  /** Our server stopped meanwhile. */
  | "server";

/** `chat/{room}/streams/{id}`: an answer that is coming; it is gone in the same update in which the answer is a message. */
export type AiStream = {
  /** Who asked. */
  by: string;
  /** The question. */
  key: string;
  root?: string;
  model: string;
  at: number;
  /** What came, by `p00001` and so on: only ever added to. */
  parts?: Record<string, string>;
  /** Somebody has stopped it. */
  cancel?: true;
};

/** `aiRuns/{uid}/{id}`: what somebody asked, read by them. */
export type AiRun = {
  room: string;
  key: string;
  root?: string;
  model: string;
  at: number;
  /** `2026-03-01`, UTC: the day that pays. */
  day: string;
  state: "running" | "done" | "stopped" | "broken" | "failed";
  why?: AnswerWhy;
  /** Whole AI tokens. */
  held: number;
  spent?: number;
  /** Tokens of the provider. */
  in?: number;
  out?: number;
  endedAt?: number;
};

/** `GET /api/ai/usage`: one's own, the last 90 days, newest first. */
export type AiUsageReport = {
  days: { day: string; model: string; answers: number; spent: number; in: number; out: number }[];
};

/** `GET /api/ai/usage?all=1`, for admins. */
export type AiSiteUsage = {
  days: { day: string; spent: number; reserved: number }[];
  /** Of those days together, who spent most first; 100 at most. */
  users: { uid: string; name: string; spent: number }[];
  /** AI tokens that the site may still spend today. */
  left: number;
};

/** What an answer may propose, in a fenced block of the language `foyer`: nothing is made before somebody clicks. */
export type AiProposal =
  | { make: "todo"; title: string; due?: string; notes?: string }
  | { make: "card"; title: string; notes?: string }
  | { make: "journal"; title?: string; text: string };
