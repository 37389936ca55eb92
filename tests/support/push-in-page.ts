/** Pushes to a browser whose service cannot be reached from a test: it is given an address, and what is sent there. */
import { createECDH, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import type { PushSubscriptionKeys } from "#lib/notification.ts";

/** Of nobody: what is sent there is lost. */
export function unknownReceiver(): PushSubscriptionKeys {
  const key = createECDH("prime256v1");
  key.generateKeys();
  return {
    endpoint: "https://fcm.googleapis.com/fcm/send/a-test",
    p256dh: key.getPublicKey("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
}

/** The page may show notifications, and its service answers with this address, from its next opening on. */
export async function subscribeAs(page: Page, keys: PushSubscriptionKeys): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(({ endpoint, p256dh, auth }) => {
    let current: object | null = null;
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
    PushManager.prototype.subscribe = async ({ applicationServerKey } = {}) => {
      const letters = (applicationServerKey as string).replaceAll("-", "+").replaceAll("_", "/");
      const key = Uint8Array.from(atob(letters), (letter) => letter.codePointAt(0)!);
      current = {
        endpoint,
        options: { applicationServerKey: key.buffer },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          current = null;
          return true;
        },
      };
      return current as PushSubscription;
    };
  }, keys);
}

type Shown = { title: string; body: string; tag: string; path: string };

type PushedPage = {
  /** As the browser hands it to the service worker. */
  push: (data: string) => Promise<void>;
  /** What the worker shows. */
  shown: () => Promise<Shown[]>;
};

/** The page is open, and its worker may not be there yet. */
export async function pushedPage(page: Page): Promise<PushedPage> {
  const { origin } = new URL(page.url());
  const protocol = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    protocol.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => new URL(scopeURL).origin === origin);
      if (found) resolve(found.registrationId);
    });
  });
  await protocol.send("ServiceWorker.enable");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const registrationId = await registered;
  return {
    push: (data) =>
      protocol
        .send("ServiceWorker.deliverPushMessage", { origin, registrationId, data })
        .then(() => undefined),
    shown: () =>
      page.evaluate(async () => {
        const found = await (await navigator.serviceWorker.ready).getNotifications();
        return found.map(({ title, body, tag, data }) => ({
          title,
          body,
          tag,
          path: data as string,
        }));
      }),
  };
}
