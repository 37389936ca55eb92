/** Tells browsers by the service that each of them named (Web Push, RFC 8030). docs/notifications.md */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { PushDevice, PushEnd, PushSubscriptionKeys, PushText } from "#lib/notification.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { OutgoingError } from "../outgoing/errors.ts";
import type { OutgoingFetch } from "../outgoing/outgoing-fetch.ts";
import { arePushKeys, encryptPush } from "./encrypt-push.ts";
import { isPushEndpoint } from "./push-hosts.ts";
import { createSubscriptions } from "./subscriptions.ts";
import type { Subscription } from "./subscriptions.ts";
import { createVapid } from "./vapid.ts";

const maxTextBytes = 3000;
const lifeS = 86_400;
const timeoutMs = 10_000;
/** A service that did not answer in time is not waited for again before that: jobs wait behind those that push. */
const silentMs = 60_000;
/** Refused so often in a row it is given up. */
const maxFailures = 5;

export type Push = {
  /** What a browser subscribes with. @throws BackendError */
  publicKey(): Promise<string>;
  /** Undefined: no browser's service is there, or no browser made these keys. @throws BackendError */
  subscribe(
    uid: string,
    keys: PushSubscriptionKeys,
    device: string,
  ): Promise<PushDevice | undefined>;
  /** False when the account has no such device. @throws BackendError */
  remove(uid: string, id: string): Promise<boolean>;
  /** Whose device it is. @throws BackendError */
  ownerOf(id: string): Promise<string | undefined>;
  /** Oldest first. @throws BackendError */
  devicesOf(uid: string): Promise<PushDevice[]>;
  /** To one device, if it is still this account's. The same `id` again takes the place of the one before. @throws BackendError */
  send(uid: string, deviceId: string, text: PushText): Promise<PushEnd>;
};

export function createPush(deps: {
  backend: Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;
  /** The way to other sites. */
  fetch: OutgoingFetch;
  /** Hosts that are asked beside those of browsers. */
  hosts: readonly string[];
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): Push {
  const { backend, fetch, hosts, origin, log, now } = deps;
  const subscriptions = createSubscriptions({ backend, now });
  const vapid = createVapid({ backend, origin, now });
  /** By host: until when. */
  const silent = new LRUCache<string, number>({ max: 1000 });

  /** Status of the service's answer; undefined without one. */
  async function post(to: Subscription, text: PushText): Promise<number | undefined> {
    const host = hostOf(to);
    if ((silent.get(host) ?? 0) > now()) return undefined;
    const body = encryptPush(bounded(text), to);
    const headers = {
      Authorization: await vapid.headerFor(to.endpoint),
      "Content-Type": "application/octet-stream",
      "Content-Encoding": "aes128gcm",
      TTL: String(lifeS),
      Urgency: "high",
      Topic: topicOf(text.id),
    };
    try {
      const init = { method: "POST", headers, body, maxBytes: 0, timeoutMs } as const;
      return (await fetch(to.endpoint, init)).status;
    } catch (error) {
      if (error instanceof OutgoingError && error.fault === "timeout") {
        silent.set(host, now() + silentMs);
      }
      // Its address is a secret of that browser: only the host is named.
      log.warn({ err: error, host }, "a device could not be told");
      return undefined;
    }
  }

  return {
    publicKey: () => vapid.publicKey(),
    async subscribe(uid, keys, device) {
      if (!isPushEndpoint(keys.endpoint, hosts) || !arePushKeys(keys)) return undefined;
      return shownDevice(await subscriptions.add(uid, keys, device));
    },
    remove: (uid, id) => subscriptions.remove(uid, id),
    ownerOf: async (id) => (await subscriptions.get(id))?.uid,
    devicesOf: async (uid) => (await subscriptions.of(uid)).map(shownDevice),
    async send(uid, deviceId, text) {
      const to = await subscriptions.get(deviceId);
      if (to?.uid !== uid) return "gone";
      // A setting may have been taken back since, or other data restored.
      const isOpen = isPushEndpoint(to.endpoint, hosts) && arePushKeys(to);
      const status = isOpen ? await post(to, text) : 403;
      const end = endOf(status);
      if (end === "sent") await subscriptions.worked(to);
      if (end === "gone") await subscriptions.remove(uid, to.id);
      if (end === "refused") {
        log.warn({ host: hostOf(to), status }, "a service refused a push");
        if (to.failures + 1 >= maxFailures) await subscriptions.remove(uid, to.id);
        else await subscriptions.failed(to);
      }
      return end;
    },
  };
}

function endOf(status: number | undefined): PushEnd {
  if (status === undefined || status === 429 || status >= 500) return "later";
  if (status >= 200 && status < 300) return "sent";
  return status === 404 || status === 410 ? "gone" : "refused";
}

function shownDevice({ id, device, createdAt, lastOkAt }: Subscription): PushDevice {
  return { id, device, createdAt, lastOkAt };
}

function hostOf({ endpoint }: Subscription): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : "";
}

/** Of those with one topic a service keeps the last: at most 32 letters of base64url. */
function topicOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url").slice(0, 32);
}

/** Too long are only words of letters that no text has: then the title alone. */
function bounded({ id, title, text, path }: PushText): string {
  const whole = JSON.stringify({ id, title, text, path });
  if (Buffer.byteLength(whole) <= maxTextBytes) return whole;
  return JSON.stringify({ id, title, text: "", path });
}
