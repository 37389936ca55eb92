/** Notifications of the device: each push is shown, and a tap on it leads to what it is about. docs/notifications.md */
import type { PushText } from "#lib/notification.ts";

export type Shown = { title: string; options: { body: string; tag?: string; data: string } };

/** Browsers want each push to be shown, so one that makes no sense says that there is something. */
export function shownOf(data: unknown): Shown {
  const { id, title, text, path } = (
    typeof data === "object" && data !== null ? data : {}
  ) as Partial<Record<keyof PushText, unknown>>;
  return {
    title: typeof title === "string" && title !== "" ? title : "Something new",
    options: {
      body: typeof text === "string" ? text : "",
      // The same again takes the place of the one before.
      ...(typeof id === "string" && id !== "" && { tag: id }),
      data: typeof path === "string" ? path : "/",
    },
  };
}

/** An address of this site; its first page for any other. */
export function addressOf(path: unknown, origin: string): string {
  if (typeof path !== "string" || !URL.canParse(path, origin)) return `${origin}/`;
  const url = new URL(path, origin);
  return url.origin === origin ? url.href : `${origin}/`;
}

type Tab = { url: string; focus: () => Promise<unknown> };
export type Windows = {
  matchAll: (query: { type: "window"; includeUncontrolled: true }) => Promise<readonly Tab[]>;
  openWindow: (url: string) => Promise<unknown>;
};

/** A tab that is there already, or a new one: what stands in another tab stays. */
export async function openAddress(windows: Windows, address: string): Promise<void> {
  const tabs = await windows.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find(({ url }) => url === address);
  if (there) await there.focus();
  else await windows.openWindow(address);
}

/** @returns undefined for what is no JSON */
export function readData(data: { text: () => string } | null): unknown {
  try {
    return JSON.parse(data?.text() ?? "");
  } catch {
    return undefined;
  }
}
