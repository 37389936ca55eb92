/** `/api/chat/reports…`, for editors and admins: messages that members have reported. docs/chat.md */
import * as z from "zod/mini";
import type { Report, Reports } from "#lib/chat/api.ts";
import type { Audit } from "../../audit/audit.ts";
import { recordAct } from "../../audit/record-act.ts";
import { rolesOf } from "../../chat/chat-updates.ts";
import type { ChatReports } from "../../chat/reports.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { doneOr, refuse, wrong } from "./answers.ts";

type Moderator = { uid: string; mayJudge: (report: Pick<Report, "by">) => boolean };

const endShape = z.object({ end: z.enum(["delete", "dismiss"]) });

export function createChatReportEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">;
  reports: Pick<ChatReports, "list" | "find" | "end">;
  audit: Pick<Audit, "add">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, reports, audit } = deps;
  const counted = createCountedCaller({ ...deps, burst: 120, perMinute: 120 });

  async function moderator(asked: ApiRequest): Promise<Moderator | Response> {
    const caller = await counted(asked);
    if (caller instanceof Response) return caller;
    const { uid } = caller;
    const { isEditor, isAdmin } = await rolesOf(backend, uid);
    if (!isEditor) return apiError(403, "editors-only", "Only editors may do this.");
    // Nobody judges themselves, or sees who has reported them; somebody has to stand above all.
    return { uid, mayJudge: ({ by }) => isAdmin || by !== uid };
  }

  return [
    {
      method: "GET",
      path: "/api/chat/reports",
      maxBodyBytes: 0,
      answer: orUnavailable(async (asked) => {
        const caller = await moderator(asked);
        if (caller instanceof Response) return caller;
        const after = new URL(asked.request.url).searchParams.get("after") ?? "";
        const { reports: found, next } = await reports.list(after);
        const shown = found.filter(caller.mayJudge);
        return Response.json({ reports: shown, next } satisfies Reports);
      }),
    },
    {
      method: "POST",
      path: "/api/chat/reports/{id}",
      maxBodyBytes: 1_000,
      answer: orUnavailable(async (asked) => {
        const caller = await moderator(asked);
        if (caller instanceof Response) return caller;
        const { data } = endShape.safeParse(parseJson(asked.body));
        if (data === undefined) return wrong("Send {end: delete} or {end: dismiss} as JSON.");
        const id = new URL(asked.request.url).pathname.split("/")[4] ?? "";
        const report = await reports.find(id);
        if (report !== undefined && !caller.mayJudge(report)) return refuse("not-allowed");
        // Another one was quicker.
        if (report === undefined) return new Response(null, { status: 204 });
        const { by: target, room, key } = report;
        const details = { end: data.end, room, key };
        const entry = { actor: caller.uid, action: "chat.end-report" as const, target, details };
        return recordAct(audit, entry, async () =>
          doneOr(await reports.end(caller.uid, report, data.end)),
        );
      }),
    },
  ];
}
