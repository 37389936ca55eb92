/**
 * This browser as a device that is told of notifications (Web Push). Asking it needs a tap of its user; the service worker
 * shows what comes. docs/notifications.md
 */
import type { PushSubscriptionKeys } from "#lib/notification.ts";
import { deviceName } from "#app/ui/device-name.ts";
import { callApi } from "./api.ts";
import { readNotificationSettings } from "./notification-settings.ts";
import { pushKey } from "./push-key.ts";

/** Nobody who wants to go waits longer. */
const patienceMs = 4000;
const workerPatienceMs = 6000;

/**
 * Why this browser cannot be told: `insecure`: the address begins with http; `no-worker`: this site has none, or the
 * browser takes none; `home-screen`: iPhones and iPads take the sites on their home screens only; `none`: it has no pushes.
 */
export type NoPush = "insecure" | "no-worker" | "home-screen" | "none";

export type DeviceState = {
  /** Of this browser's address, as the server names it; undefined: none. */
  id: string | undefined;
  permission: NotificationPermission;
};

/** @param hasWorker whether this site has a service worker */
export function whyNoPush(hasWorker: boolean): NoPush | undefined {
  if (!globalThis.isSecureContext) return "insecure";
  if (!("PushManager" in globalThis) || !("Notification" in globalThis)) {
    return isApplesPhone() ? "home-screen" : "none";
  }
  return hasWorker && "serviceWorker" in navigator ? undefined : "no-worker";
}

/** What is known of this browser; asks nobody anything. */
export async function readDevice(): Promise<DeviceState> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  const id = subscription ? await idOf(subscription.endpoint) : undefined;
  return { id, permission: Notification.permission };
}

/**
 * Asks the user where they were not asked yet, and the browser's push service; then the server is told.
 * @param key the server's, base64url
 * @returns false: the user does not let this site show notifications
 * @throws ApiError; DOMException when the browser or its service does not take part
 */
export async function beginPush(uid: string, key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await subscribe(uid, key);
  return true;
}

/** Once a day: what the browser or the server has lost of it is put right. @throws as beginPush */
export async function renewPush(uid: string): Promise<void> {
  const stored = localStorage.getItem(pushKey);
  const mark = markOf(uid);
  if (stored === mark || Notification.permission !== "granted") return;
  const { push } = await readNotificationSettings();
  const { id } = await readDevice();
  if (id !== undefined && push.devices.some((device) => device.id === id)) {
    localStorage.setItem(pushKey, mark);
  } else await subscribe(uid, push.key);
}

/** The browser is told no more; the server learns it first, if it answers soon. @throws DOMException */
export async function endPush({ tellsServer }: { tellsServer: boolean }): Promise<void> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (subscription) {
    if (tellsServer) await tellGone(subscription.endpoint);
    await subscription.unsubscribe();
  }
  localStorage.removeItem(pushKey);
}

async function subscribe(uid: string, key: string): Promise<void> {
  const worker = await registered(workerPatienceMs);
  if (worker === undefined) throw new Error("The service worker of this site is not there yet.");
  let subscription = await worker.pushManager.getSubscription();
  // A site that began anew has another key, and could not reach this one.
  if (subscription && keyOf(subscription) !== key) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const device = deviceName(navigator.userAgent, "Browser");
  await callApi("POST", "/api/notifications/subscribe", { ...keysOf(subscription), device });
  localStorage.setItem(pushKey, markOf(uid));
}

/** Not waited for long: the service tells the server later that nobody is there. */
async function tellGone(endpoint: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    await callApi("POST", "/api/notifications/unsubscribe", { endpoint }, { signal });
  } catch {
    // See above.
  }
}

async function registered(patienceMs = 0): Promise<ServiceWorkerRegistration | undefined> {
  if (!("serviceWorker" in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const found = await serviceWorker.getRegistration();
  if (found?.active) return found;
  // `ready` never comes where there is none.
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), patienceMs);
  });
  return Promise.race([serviceWorker.ready, late]);
}

function keysOf(subscription: PushSubscription): PushSubscriptionKeys {
  const { endpoint, keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? "", p256dh, auth };
}

function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string | undefined {
  if (!key) return undefined;
  const letters = btoa(String.fromCodePoint(...new Uint8Array(key)));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** As the server makes it: SHA-256 in hex. */
async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function markOf(uid: string): string {
  return `${uid} ${new Date().toISOString().slice(0, 10)}`;
}

/** An iPad says that it is a Mac, but no Mac is touched. */
function isApplesPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
