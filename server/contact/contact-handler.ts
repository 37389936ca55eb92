/**
 * `POST /contact`: a form as browsers send it. Answered by the page itself, or for a script by JSON, which it asks for
 * in `Accept`.
 */
import { createRequest } from "@remix-run/node-fetch-server";
import type { AnsweredForm } from "#lib/contact/contact-form.ts";
import { endSiteOf } from "#lib/network-of.ts";
import { answerText } from "../http/answer.ts";
import { isCrossSite } from "../http/cross-site.ts";
import { readBody } from "../http/read-body.ts";
import type { Exchange, Handler } from "../http/request-facts.ts";
import { bareContentSecurityPolicy } from "../http/security-headers.ts";
import type { PageServer } from "../http/serve-page.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Contact } from "./contact.ts";

/** Far more than fits into a message: who has written too much is told so in the form, and has it all back. */
const maxBodyBytes = 128 * 1024;
/** Ours has fewer. */
const maxFields = 50;

export function createContactHandler(deps: {
  contact: Pick<Contact, "receive">;
  pages: Pick<PageServer, "serveAnswer">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Handler {
  const { contact, pages, now } = deps;
  // What is refused costs work, too: the form's own limits count only what is stored.
  const attempts = createRateLimit({ burst: 20, perMinute: 20, now });
  return async (exchange) => {
    if (isCrossSite(exchange)) {
      return answerText(exchange, 403, "Open the contact page and send the form from there.");
    }
    const { headers } = exchange.request;
    const [type = ""] = (headers["content-type"] ?? "").split(";");
    if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
      return answerText(exchange, 415, "Send this as a form: application/x-www-form-urlencoded.");
    }
    const waitS = attempts.take(endSiteOf(exchange.client()));
    if (waitS > 0) {
      const text = "Too many forms have come in. Go back, wait a minute and send it again.";
      return answerText(exchange, 429, text, { "Retry-After": String(waitS) });
    }
    const request = createRequest(exchange.request, exchange.response, { host: "localhost" });
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) {
      const text = "This is too long to be sent. Go back, shorten it and send it again.";
      return answerText(exchange, 413, text, { Connection: "close" });
    }
    if (body.split("&", maxFields + 1).length > maxFields) {
      return answerText(exchange, 400, "This is not the form of the contact page.");
    }
    const answered = await contact.receive(new URLSearchParams(body), exchange.client());
    const status = answered.answer.sent ? 200 : answered.answer.status;
    const wait = answered.answer.sent ? undefined : answered.answer.retryAfterS;
    if (wait !== undefined) exchange.response.setHeader("Retry-After", String(wait));
    if (headers.accept?.includes("application/json") === true)
      answerJson(exchange, status, answered);
    else await pages.serveAnswer(exchange, status, answered);
  };
}

function answerJson({ response }: Exchange, status: number, { answer }: AnsweredForm): void {
  const body = Buffer.from(JSON.stringify(answer));
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Security-Policy": bareContentSecurityPolicy,
    "Cache-Control": "no-store",
    "Content-Length": body.length,
  });
  response.end(body);
}
