/** The browsers that an account wants to be told in: documents `pushSubscriptions/{sha256 of the endpoint}`. */
import { createHash } from "node:crypto";
import type { PushSubscriptionKeys } from "#lib/notification.ts";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";

const collection = "pushSubscriptions";
const mostOfAccount = 10;
/** More than may be there: several come at once. */
const mostRead = 100;

export type Subscription = PushSubscriptionKeys & {
  id: string;
  uid: string;
  /** What the browser said of itself, for people. */
  device: string;
  /** ISO instant. */
  createdAt: string;
  /** ISO instant of the last push that was taken; null: none was. */
  lastOkAt: string | null;
  /** How often in a row one was refused. */
  failures: number;
};

export function createSubscriptions(deps: {
  backend: Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  const { backend, now } = deps;

  async function of(uid: string): Promise<Subscription[]> {
    const found = await backend.findDocuments(collection, { where: { uid }, limit: mostRead });
    return found.map(read).toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  }

  /** One that was removed meanwhile stays so. Of two refusals at the same moment one may count. */
  async function update(subscription: Subscription, data: Partial<Subscription>): Promise<void> {
    try {
      await backend.commit([
        { update: `${collection}/${subscription.id}`, data, when: { exists: true } },
      ]);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }

  return {
    /** Oldest first. @throws BackendError */
    of,
    /** @throws BackendError */
    async get(id: string): Promise<Subscription | undefined> {
      const stored = await backend.getDocument(`${collection}/${id}`);
      return stored === null ? undefined : read(stored);
    },
    /** Whoever had this browser before is told in it no more. Beyond ten the oldest goes. @throws BackendError */
    async add(uid: string, keys: PushSubscriptionKeys, device: string): Promise<Subscription> {
      const id = subscriptionId(keys.endpoint);
      const { endpoint, p256dh, auth } = keys;
      const createdAt = new Date(now()).toISOString();
      const data = { uid, endpoint, p256dh, auth, device, createdAt, lastOkAt: null, failures: 0 };
      await backend.commit([{ set: `${collection}/${id}`, data }]);
      // Looked at afterwards: of those that come at once the last one sees all.
      const others = (await of(uid)).filter((one) => one.id !== id);
      const tooMany = others.slice(0, Math.max(0, others.length + 1 - mostOfAccount));
      if (tooMany.length > 0) {
        await backend.commit(tooMany.map((one) => ({ delete: `${collection}/${one.id}` })));
      }
      return { id, ...data };
    },
    /** False when it is not this account's. @throws BackendError */
    async remove(uid: string, id: string): Promise<boolean> {
      const stored = await backend.getDocument(`${collection}/${id}`);
      if (stored?.data["uid"] !== uid) return false;
      await backend.commit([{ delete: stored.path }]);
      return true;
    },
    /** Taken: from now on it counts as one that works. @throws BackendError */
    worked: (subscription: Subscription) =>
      update(subscription, { lastOkAt: new Date(now()).toISOString(), failures: 0 }),
    failed: (subscription: Subscription) =>
      update(subscription, { failures: subscription.failures + 1 }),
  };
}

export function subscriptionId(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest("hex");
}

function read({ id, data }: StoredDocument): Subscription {
  const text = (name: string) => (typeof data[name] === "string" ? data[name] : "");
  const { lastOkAt, failures } = data;
  return {
    id,
    uid: text("uid"),
    endpoint: text("endpoint"),
    p256dh: text("p256dh"),
    auth: text("auth"),
    device: text("device"),
    createdAt: text("createdAt"),
    lastOkAt: typeof lastOkAt === "string" ? lastOkAt : null,
    failures: typeof failures === "number" ? failures : 0,
  };
}
