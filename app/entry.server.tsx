// Renders a page to completion before the first byte leaves: the finished bytes are what is hashed, cached and
// compressed, and what a reader without JavaScript sees whole.
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import type { EntryContext, RouterContextProvider } from "react-router";
import { ServerRouter } from "react-router";
import {
  backendContext,
  nonceContext,
  originContext,
  reportErrorContext,
} from "#lib/server-context.ts";
import { withFewerFiles } from "./shell/fewer-files.ts";
import { NonceContext } from "./shell/nonce-context.ts";
import { PageFactsContext } from "./shell/page-facts.tsx";
import { startScriptsAfterPaint } from "./shell/scripts-after-paint.ts";
import { tellFacts } from "./shell/tell-facts.ts";

const renderTimeoutMs = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  const reportError = context.get(reportErrorContext);
  const data = await context.get(backendContext).publicData();
  const told = tellFacts(new URL(request.url).pathname, data, context.get(originContext));
  const outcome = { failed: false };
  // In development every file is asked for by itself.
  const build = import.meta.env.PROD ? withFewerFiles(routerContext) : routerContext;
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <PageFactsContext value={told}>
          <ServerRouter context={build} url={request.url} nonce={nonce} />
        </PageFactsContext>
      </NonceContext>,
      {
        nonce,
        // React hides large finished boundaries until a script reveals them, unless told otherwise.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onAllReady() {
          clearTimeout(timer);
          pipe(collect(resolve));
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError(error) {
          outcome.failed = true;
          reportError(error);
        },
      },
    );
    const timer = setTimeout(() => {
      abort(new Error(`The page took longer than ${renderTimeoutMs} ms to render.`));
    }, renderTimeoutMs);
  });
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Development has scripts of its own in the document.
  const document = import.meta.env.PROD ? startScriptsAfterPaint(html, nonce) : html;
  // The one file that pages have only while the owner wants it: it is no part of the scripts that they always load.
  const whole = data.webVitals
    ? document.replace("</body>", '<script async src="/web-vitals.js"></script></body>')
    : document;
  return new Response(whole, { status: outcome.failed ? 500 : status, headers });
}

function collect(done: (text: string) => void): Writable {
  const chunks: Uint8Array[] = [];
  return new Writable({
    decodeStrings: true,
    write(chunk: Uint8Array, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      done(Buffer.concat(chunks).toString("utf8"));
      next();
    },
  });
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted) context.get(reportErrorContext)(error);
}
