import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../../../tests/support/log.ts";
import type { SignedInClient } from "../../../../tests/support/sdk-client.ts";
import { createAudit } from "../../../audit/audit.ts";
import { createChatParts } from "../../../chat-parts.ts";
import { createApi } from "../../../http/api-router.ts";
import { splitTarget } from "../../../http/request-facts.ts";
import { createJobs } from "../../../jobs/jobs.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import { createNotifier } from "../../../notifications/notify.ts";
import { createPush } from "../../../push/send-push.ts";

export type Answer = { status: number; json: Record<string, unknown> | null };

/** `/api/chat…` of a real process on a port of 127.0.0.1. */
export async function serveChat(deps: {
  backend: ServerBackend;
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  const { backend, now } = deps;
  const { log } = recordingLog();
  const origin = () => "https://site.example";
  const fetchNothing = () => Promise.reject(new Error("Nobody has a device."));
  const push = createPush({ ...deps, log, fetch: fetchNothing, hosts: [], origin });
  const jobsOf = () => jobs;
  const common = { backend, log, now, jobs: jobsOf };
  const notifier = createNotifier({ ...common, push, mail: undefined, origin });
  const audit = createAudit({ backend, now, newId: () => randomUUID().slice(0, 8) });
  const parts = createChatParts({ ...common, notifier, audit });
  const kinds = { ...notifier.jobKinds, ...parts.jobKinds };
  const jobs: Jobs = createJobs({ backend, log, now, newId: randomUUID, kinds });
  const api = createApi(parts.endpoints);
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const exchange = { request, response, id: "test", path, query, client: () => "203.0.113.9" };
    api(exchange).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;

  /** @param endpoint `POST /api/chat` */
  async function ask(
    endpoint: string,
    client: SignedInClient | undefined,
    body?: unknown,
  ): Promise<Answer> {
    const [method = "", path = ""] = endpoint.split(" ");
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: client ? { authorization: `Bearer ${await client.idToken()}` } : {},
      ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === "" ? null : JSON.parse(text) };
  }

  return {
    ask,
    audit,
    endpoints: parts.endpoints.map(({ method, path }) => `${method} ${path}`),
    jobs,
    ofAccounts: parts.ofAccounts,
    /** What was written is followed. */
    settled: () => parts.close(),
    sweep: () =>
      parts.jobKinds["sweep-chat"]?.run(
        {},
        { signal: new AbortController().signal, jobId: "sweep", attempt: 1 },
      ),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await parts.close();
    },
  };
}
