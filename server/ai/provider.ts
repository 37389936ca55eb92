/**
 * The provider: any OpenAI-compatible endpoint. Nothing of it reaches browsers, and of its errors nothing but a short code
 * goes on, as they may have our key or somebody's words in them. docs/ai.md
 */
import type { OpenAI } from "openai";
import type { AiModel, AnswerWhy } from "#lib/ai/api.ts";
import { mostAnswer } from "#lib/ai/limits.ts";
import type { AiProviderSettings } from "../config/ai-settings.ts";
import { openProviderClient } from "./provider-client.ts";

export type AiMessage = { role: "system" | "user" | "assistant"; content: string };

export type ProviderEnd = {
  /** Undefined: it is whole. `stopped`: by the signal. */
  why: AnswerWhy | "stopped" | undefined;
  /** What it says of usage, if anything; not to be believed. */
  usage: unknown;
};

export type AiProvider = {
  models: readonly AiModel[];
  /** Never rejects. Text goes to `onText` as it comes, `mostAnswer` letters at most. */
  answer(
    asked: {
      model: string;
      messages: readonly AiMessage[];
      maxOutput: number;
      signal: AbortSignal;
    },
    onText: (piece: string) => void,
  ): Promise<ProviderEnd>;
};

/** Until anything comes, between two pieces, and for all of it. */
export type ProviderTimes = { firstMs: number; betweenMs: number; wholeMs: number };

const usualTimes: ProviderTimes = { firstMs: 60_000, betweenMs: 30_000, wholeMs: 300_000 };
const retries = 2;

export function createProvider(deps: {
  settings: AiProviderSettings;
  times?: ProviderTimes | undefined;
}): AiProvider {
  const { settings, times = usualTimes } = deps;
  let client: Promise<OpenAI> | undefined;

  const load = () => openProviderClient(settings, { retries, timeoutMs: times.wholeMs });

  async function* chunks(
    { model, messages, maxOutput }: Parameters<AiProvider["answer"]>[0],
    signal: AbortSignal,
  ): AsyncGenerator {
    client ??= load();
    const { completions } = (await client).chat;
    const ask = (limit: string) =>
      completions.create(
        {
          model,
          messages: [...messages],
          stream: true,
          stream_options: { include_usage: true },
          [limit]: maxOutput,
        },
        { signal },
      );
    // The newest models have another name for it, which others do not know.
    const stream = await ask("max_tokens").catch((error: unknown) => {
      if (!isRefusedName(error)) throw error;
      return ask("max_completion_tokens");
    });
    yield* stream;
  }

  return {
    models: settings.models,
    async answer(asked, onText) {
      const abort = new AbortController();
      const end: ProviderEnd = { why: undefined, usage: undefined };
      const { promise: ended, resolve: finish } = Promise.withResolvers<void>();
      const stop = (why: ProviderEnd["why"]) => {
        end.why ??= why;
        abort.abort();
        finish();
      };
      const onAbort = () => stop("stopped");
      if (asked.signal.aborted) onAbort();
      asked.signal.addEventListener("abort", onAbort, { once: true });
      const whole = setTimeout(() => stop("timeout"), times.wholeMs);
      let next = setTimeout(() => stop("timeout"), times.firstMs);
      const read = async () => {
        const state = { letters: 0, finish: "" };
        for await (const chunk of chunks(asked, abort.signal)) {
          if (abort.signal.aborted) return;
          clearTimeout(next);
          next = setTimeout(() => stop(state.letters > 0 ? "cut" : "timeout"), times.betweenMs);
          const { text, finish: reason, usage } = readChunk(chunk);
          if (usage !== undefined) end.usage = usage;
          state.finish = reason || state.finish;
          const piece = text.slice(0, mostAnswer - state.letters);
          state.letters += piece.length;
          if (piece !== "") onText(piece);
          if (piece.length < text.length) return stop("length");
        }
        stop(whyOf(state));
      };
      read().catch((error: unknown) => stop(whyOfError(error)));
      await ended;
      clearTimeout(whole);
      clearTimeout(next);
      asked.signal.removeEventListener("abort", onAbort);
      return end;
    },
  };
}

/** What there is in a piece, whatever was sent. */
function readChunk(chunk: unknown): { text: string; finish: string; usage: unknown } {
  const { choices, usage } = fieldsOf(chunk);
  const all = Array.isArray(choices) ? choices.map(fieldsOf) : [];
  const first = all.find(({ index = 0 }) => index === 0) ?? {};
  const { content } = fieldsOf(first["delta"]);
  const finish = first["finish_reason"];
  return {
    text: typeof content === "string" ? content : "",
    finish: typeof finish === "string" ? finish : "",
    usage: usage ?? undefined,
  };
}

function whyOf({ letters, finish }: { letters: number; finish: string }): AnswerWhy | undefined {
  if (finish === "content_filter") return "filtered";
  if (finish === "") return letters > 0 ? "cut" : "empty";
  if (letters === 0) return "empty";
  return finish === "length" ? "length" : undefined;
}

export function whyOfError(error: unknown): AnswerWhy {
  const { status } = fieldsOf(error);
  if (typeof status === "number") {
    if (status === 429) return "busy";
    return status >= 500 || status === 408 || status === 409 ? "error" : "refused";
  }
  const { constructor: made, cause } = fieldsOf(error);
  // Before an answer the library says so; in the middle of one it is the connection's own error.
  if (typeof made === "function" && made.name.startsWith("APIConnection")) return "unreachable";
  return typeof fieldsOf(cause)["code"] === "string" ? "cut" : "error";
}

function isRefusedName(error: unknown): boolean {
  const { status, param } = fieldsOf(error);
  return status === 400 && param === "max_tokens";
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
