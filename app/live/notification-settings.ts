/** How the caller is told of things, as `/api/notifications` has it. docs/notifications.md */
import type { NotificationSettings, NotificationsState, PushTest } from "#lib/notification.ts";
import { callApi } from "./api.ts";

/** @throws ApiError; so do the others */
export function readNotificationSettings(signal?: AbortSignal): Promise<NotificationsState> {
  return callApi("GET", "/api/notifications/settings", undefined, { signal });
}

export function saveNotificationSettings(
  choices: Omit<NotificationSettings, "nextDigestAt">,
): Promise<NotificationSettings> {
  return callApi("POST", "/api/notifications/settings", choices);
}

export function removeDevice(id: string): Promise<void> {
  return callApi("POST", "/api/notifications/unsubscribe", { id });
}

/** A push to each device, and what became of it. */
export async function testDevices(): Promise<PushTest["devices"]> {
  const { devices } = await callApi<PushTest>("POST", "/api/notifications/test", {});
  return devices;
}
