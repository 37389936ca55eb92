/** How notifications come to an account: document `notificationSettings/{uid}`, written by `/api` alone. */
import type { NotificationSettings } from "#lib/notification.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { dateOf, dayOf, instantOf, isZone, localAt } from "#lib/dates/floating.ts";

export const settingsCollection = "notificationSettings";
const pathOf = (uid: string) => `${settingsCollection}/${uid}`;

/** What a person chooses; when the next digest comes follows from it. */
export type NotificationChoices = Omit<NotificationSettings, "nextDigestAt">;

/** Of an account that has chosen nothing: devices that subscribed are told. @throws BackendError */
export async function readSettings(
  backend: Pick<ServerBackend, "getDocument">,
  uid: string,
): Promise<NotificationSettings> {
  return settingsIn((await backend.getDocument(pathOf(uid)))?.data ?? {});
}

/** @throws BackendError */
export async function saveSettings(
  backend: Pick<ServerBackend, "commit">,
  uid: string,
  { choices, now }: { choices: NotificationChoices; now: number },
): Promise<NotificationSettings> {
  const isDaily = choices.digest === "daily";
  const nextDigestAt = isDaily ? nextDigest(choices, now) : null;
  const settings = { ...choices, nextDigestAt };
  await backend.commit([{ set: pathOf(uid), data: settings }]);
  return settings;
}

export function settingsIn(data: PlainFields): NotificationSettings {
  const { digest, hour, zone, nextDigestAt } = data;
  const kinds = recordIn(data["kinds"]);
  return {
    kinds: {
      reminder: waysIn(kinds["reminder"]),
      board: waysIn(kinds["board"]),
      journal: waysIn(kinds["journal"]),
      files: waysIn(kinds["files"]),
      chat: waysIn(kinds["chat"]),
    },
    digest: digest === "daily" ? "daily" : "off",
    hour: typeof hour === "number" ? hour : 8,
    zone: typeof zone === "string" && isZone(zone) ? zone : "UTC",
    nextDigestAt: typeof nextDigestAt === "string" ? nextDigestAt : null,
  };
}

/** Of a kind that nobody has chosen for yet: devices alone. */
function waysIn(value: unknown): { push: boolean; mail: boolean } {
  const { push, mail } = recordIn(value);
  return { push: push !== false, mail: mail === true };
}

/** The next time that it is this hour there. @returns ISO instant */
export function nextDigest(
  { hour, zone }: Pick<NotificationSettings, "hour" | "zone">,
  now: number,
): string {
  const time = `${String(hour).padStart(2, "0")}:00`;
  const today = dayOf(localAt(now, zone).slice(0, 10));
  const instants = [today, today + 1].map((day) => instantOf(`${dateOf(day)}T${time}`, zone));
  const next = instants.find((instant) => instant.getTime() > now);
  // Where the clocks change the hour of today may be over in both readings.
  return (next ?? instantOf(`${dateOf(today + 2)}T${time}`, zone)).toISOString();
}

function recordIn(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
