/**
 * A server on 127.0.0.1 that speaks as OpenAI-compatible ones do, and behaves as a test says:
 * `POST /v1/chat/completions` and `GET /v1/models`.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type AskedOfAi = {
  headers: IncomingHttpHeaders;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    max_tokens?: number;
    max_completion_tokens?: number;
  };
  /** Of all requests, from 1. */
  n: number;
};

/** What an answer is made of. `hang`: nothing more comes, and nothing ends. `cut`: the connection breaks. */
type Step = { text: string } | { raw: string } | { wait: Promise<unknown> } | "hang" | "cut";

export type AiScript = {
  status?: number;
  headers?: Record<string, string>;
  /** Instead of a stream. */
  body?: string;
  steps?: Iterable<Step> | AsyncIterable<Step>;
};

type AiAnswer = { usage?: unknown; finish?: string | null; before?: Step[]; after?: Step[] };

/** What a good one answers, piece by piece. */
export function answerOf(pieces: readonly string[], answer: AiAnswer = {}): AiScript {
  const { usage = { prompt_tokens: 30, completion_tokens: 7 }, finish = "stop" } = answer;
  const { before = [], after = [] } = answer;
  const end = { choices: [{ index: 0, delta: {}, finish_reason: finish }] };
  return {
    steps: [
      { raw: dataOf({ choices: [{ index: 0, delta: { role: "assistant", content: "" } }] }) },
      ...before,
      ...pieces.map((piece) => ({ text: piece })),
      ...after,
      { raw: dataOf(end) },
      ...(usage === null ? [] : [{ raw: dataOf({ choices: [], usage }) }]),
      { raw: "data: [DONE]\n\n" },
    ],
  };
}

/** A list of these. */
export function modelsOf(...ids: readonly string[]): AiScript {
  const data = ids.map((id) => ({ id, object: "model", created: 0, owned_by: "us" }));
  return { body: JSON.stringify({ object: "list", data }) };
}

export const dataOf = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

export type OpenAiServer = {
  /** For `FOYER_AI_URL`. */
  url: string;
  asked: AskedOfAi[];
  /** What it does from now on. */
  behave(script: AiScript | ((asked: AskedOfAi) => AiScript)): void;
  /** What it says of its models from now on. */
  behaveAsked(script: AiScript | ((headers: IncomingHttpHeaders) => AiScript)): void;
  /** How many answers are under way. */
  open: () => number;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startOpenAiServer(): Promise<OpenAiServer> {
  const asked: AskedOfAi[] = [];
  let script: (one: AskedOfAi) => AiScript = () => answerOf(["Hello", " there."]);
  let list: (headers: IncomingHttpHeaders) => AiScript = () => modelsOf("small");
  let open = 0;
  const http = createServer((request, response) => {
    if (request.method === "GET") {
      void play(list(request.headers), response);
      return;
    }
    open += 1;
    response.once("close", () => (open -= 1));
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as AskedOfAi["body"];
    const one = { headers: request.headers, body, n: asked.length + 1 };
    asked.push(one);
    await play(script(one), response);
  }
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    behave(next) {
      script = typeof next === "function" ? next : () => next;
    },
    behaveAsked(next) {
      list = typeof next === "function" ? next : () => next;
    },
    open: () => open,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
}

async function play(script: AiScript, response: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, body, steps = [] } = script;
  const type = body === undefined ? "text/event-stream" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers });
  if (body !== undefined) {
    response.end(body);
    return;
  }
  response.flushHeaders();
  const closed = once(response, "close");
  for await (const step of steps) {
    if (response.destroyed || step === "hang") return;
    if (step === "cut") {
      // What was written before arrives.
      response.socket?.end();
      return;
    }
    if ("wait" in step) await step.wait;
    else if (!response.write("raw" in step ? step.raw : pieceOf(step.text))) {
      const drained = new AbortController();
      await Promise.race([once(response, "drain", drained), closed]);
      drained.abort();
    }
  }
  response.end();
}

function pieceOf(content: string): string {
  return dataOf({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}
