/** How the caller is told of things, as `/api/notifications` has it. docs/notifications.md */
import type { NotificationSettings } from "#lib/notification.ts";
import { callApi } from "./api.ts";

/** A browser that is told. */
export type PushDevice = {
  id: string;
  device: string;
  /** ISO instants; `lastOkAt` null: nothing came yet. */
  createdAt: string;
  lastOkAt: string | null;
};

export type NotificationsState = {
  settings: NotificationSettings;
  /** `none`: this site sends no mail; `unconfirmed`: the caller's address is not known to be theirs. */
  mail: "ready" | "none" | "unconfirmed";
  push: {
    /** Base64url. */
    key: string;
    devices: PushDevice[];
  };
};

/** `later`: the device's service has no time, or cannot be reached; `gone`: nobody is there any more. */
export type PushEnd = "sent" | "gone" | "refused" | "later";

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
export async function testDevices(): Promise<{ id: string; end: PushEnd }[]> {
  const { devices } = await callApi<{ devices: { id: string; end: PushEnd }[] }>(
    "POST",
    "/api/notifications/test",
    {},
  );
  return devices;
}
