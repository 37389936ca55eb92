/** What both sides of the test of reminders put together: the process that is killed, and the one that looks afterwards. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { createLog } from "../../server/log.ts";
import { dialWith } from "../../server/outgoing/dial-tls.ts";
import { createOutgoingFetch } from "../../server/outgoing/outgoing-fetch.ts";
import { openReminding } from "../../server/todos/testing/open-reminding.ts";
import { storedItem } from "../../server/todos/testing/stored-item.ts";

export type AskedReminders = { uids: readonly string[]; first: number; port: number; ca: string };

export function reminderKinds(
  backend: ServerBackend,
  { port, ca }: Pick<AskedReminders, "port" | "ca">,
) {
  const fetch = createOutgoingFetch({
    userAgent: "Foyer/test",
    resolve: async () => [{ address: "93.184.216.34" }],
    dial: (target) => dialWith(target, { host: "127.0.0.1", port, ca }),
  });
  const log = createLog("silent");
  return openReminding({ backend, fetch, log, now: Date.now, isOnlyCopy: true });
}

/** Many share the tasks: nobody is told without end. */
export function accountOf(task: number, { uids }: Pick<AskedReminders, "uids">): string {
  return uids[task % uids.length] ?? "";
}

/** Its reminder is due at once. */
export function taskValue(task: number) {
  const at = Date.now();
  return storedItem(at, {
    title: { v: `Task ${task}` },
    place: { list: "", parent: "", order: "a0", column: "" },
    remind: { v: "2026-12-01T09:00", zone: "UTC", at: new Date(at).toISOString() },
  });
}
