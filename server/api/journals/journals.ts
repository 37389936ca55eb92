/** `/api/journals/reminder` with an ID token: when the caller is reminded to write. docs/journal.md */
import type { ServerBackend } from "#lib/server-backend.ts";
import { readWritingReminder } from "#lib/journal/writing-reminder.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import type { WritingReminders } from "../../journals/reminders.ts";

const path = "/api/journals/reminder";

export function createJournalEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  reminders: Pick<WritingReminders, "read" | "save">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { reminders } = deps;
  const counted = createCountedCaller({ ...deps, burst: 20, perMinute: 20 });

  async function save(uid: string, body: string): Promise<Response> {
    const asked = parseJson(body);
    const isOff =
      typeof asked === "object" && asked !== null && "reminder" in asked && asked.reminder === null;
    const reminder = isOff
      ? null
      : readWritingReminder((asked as { reminder?: unknown } | null | undefined)?.reminder);
    if (reminder === undefined) {
      return apiError(
        400,
        "invalid-request",
        "Send {reminder: {at, zone, days}}, or {reminder: null}, as JSON.",
      );
    }
    await reminders.save(uid, reminder);
    return Response.json({ reminder });
  }

  const endpoint = (
    method: Endpoint["method"],
    maxBodyBytes: number,
    answer: (uid: string, asked: ApiRequest) => Promise<Response>,
  ): Endpoint => ({
    method,
    path,
    maxBodyBytes,
    answer: orUnavailable(async (asked: ApiRequest) => {
      const caller = await counted(asked);
      return caller instanceof Response ? caller : answer(caller.uid, asked);
    }),
  });

  return [
    endpoint("GET", 0, async (uid) => Response.json({ reminder: await reminders.read(uid) })),
    endpoint("POST", 500, async (uid, { body }) => save(uid, body)),
  ];
}
