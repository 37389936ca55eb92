import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnsweredForm } from "#lib/contact/contact-form.ts";
import { answerText } from "../http/answer.ts";
import { createContactHandler } from "./contact-handler.ts";

const received: { form: string; client: string }[] = [];
let next: AnsweredForm["answer"] = { sent: true };
const typed = { name: "Ann", email: "", subject: "", message: "" };

let clockMs = 0;
const handle = createContactHandler({
  // Nobody here sends too often but where it says so.
  now: () => (clockMs += 60_000),
  contact: {
    async receive(form, client) {
      received.push({ form: form.toString(), client });
      return { answer: next, typed };
    },
  },
  pages: {
    serveAnswer: async (exchange, status, answered) =>
      answerText(exchange, status, `a page with ${JSON.stringify(answered)}`),
  },
});
const server = createServer((request, response) => {
  const exchange = { request, response, id: "1", path: "/contact", query: "" };
  void handle({ ...exchange, client: () => "10.0.0.1" });
});

let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

type Headers = Record<string, string>;
const formType = { "content-type": "application/x-www-form-urlencoded" };

function post(body: string, headers: Headers = {}) {
  return new Promise<{ status: number; headers: Headers; body: string }>((resolve, reject) => {
    const sent = httpRequest({ port, host: "127.0.0.1", method: "POST", headers });
    sent.setHeader("host", "ada.example");
    sent.once("error", reject);
    sent.once("response", (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Headers,
          body: text,
        }),
      );
    });
    sent.end(body);
  });
}

test("a form of very many fields is read by nobody, and too many tries have to wait", async () => {
  received.length = 0;
  expect(await post("a&".repeat(60_000), formType)).toMatchObject({ status: 400 });
  expect(received).toEqual([]);
  const handler = createContactHandler({
    contact: { receive: async () => ({ answer: { sent: true }, typed }) },
    pages: { serveAnswer: async (exchange) => answerText(exchange, 200, "sent") },
    now: () => 0,
  });
  const own = createServer((request, response) => {
    const exchange = { request, response, id: "1", path: "/contact", query: "" };
    void handler({ ...exchange, client: () => "2001:db8::1" });
  });
  await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
  const { port: ownPort } = own.address() as AddressInfo;
  const statuses: number[] = [];
  for (let at = 0; at < 21; at += 1) {
    const options = { method: "POST", headers: formType, body: "name=Ann" };
    // oxlint-disable-next-line no-await-in-loop
    statuses.push((await fetch(`http://127.0.0.1:${ownPort}/contact`, options)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  await new Promise((resolve) => own.close(resolve));
});

test("a browser gets the page as the answer, a script what it has to say", async () => {
  next = { sent: false, status: 429, token: "t", problems: {}, retryAfterS: 90 };
  const page = await post("name=Ann+%C3%96", {
    ...formType,
    accept: "text/html,application/xhtml+xml,*/*;q=0.8",
    origin: "http://ada.example",
    "sec-fetch-site": "same-origin",
  });
  expect(page).toMatchObject({ status: 429, headers: { "retry-after": "90" } });
  expect(page.body).toContain(JSON.stringify({ answer: next, typed }));
  expect(received.at(-1)).toEqual({ form: "name=Ann+%C3%96", client: "10.0.0.1" });

  const json = await post("name=Ann", {
    "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    accept: "application/json",
  });
  expect(json).toMatchObject({
    status: 429,
    headers: {
      "retry-after": "90",
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
    },
  });
  expect(JSON.parse(json.body)).toEqual(next);
  next = { sent: true };
  expect((await post("", formType)).status).toBe(200);
  // Too long to be kept, and still answered by the form.
  expect((await post(`message=${"x".repeat(100_000)}`, formType)).status).toBe(200);
});

test("no other site makes a visitor's browser send, and nothing but a form of the usual size is read", async () => {
  const before = received.length;
  const refusals: [number, Headers, string?][] = [
    [403, { "sec-fetch-site": "cross-site" }],
    [403, { "sec-fetch-site": "same-site" }],
    [403, { origin: "https://evil.example" }],
    [403, { origin: "null" }],
    [415, { "content-type": "multipart/form-data; boundary=x" }],
    [415, { "content-type": "application/json" }],
    [415, { "content-type": "" }],
    [413, {}, `message=${"x".repeat(128 * 1024)}`],
  ];
  for (const [status, headers, body = "name=Ann"] of refusals) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await post(body, { ...formType, ...headers });
    expect([answer.status, answer.body.endsWith(".\n")], JSON.stringify(headers)).toEqual([
      status,
      true,
    ]);
  }
  expect(received).toHaveLength(before);
});
