/**
 * Tells an account something, once: in its centre (`notifications/{uid}/{id}`), on its devices and by mail, as it chose.
 * Done again under the same id it goes on where it was broken off. docs/notifications.md
 */
import type { Notification, NotificationSettings, PushText } from "#lib/notification.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { JobKinds, Jobs } from "../jobs/jobs.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../mail/mail.ts";
import type { Push } from "../push/send-push.ts";
import { lineOf } from "./line-of.ts";
import { readSettings } from "./settings.ts";

/** What is later than that is read in the centre: nobody is woken for it. */
const freshMs = 24 * 3_600_000;
const mailKeptMs = 24 * 3_600_000;
const pushAgainMs = 30_000;
const maxTries = 5;
/** Of one account. What is beyond is read in the centre: no list of tasks may keep mail and pushes from everybody else. */
const wakes = { burst: 60, perMinute: 1 };

export type NotifyBackend = Pick<
  ServerBackend,
  "getValue" | "putValue" | "getDocument" | "getAccount"
>;

export type NewNotification = {
  uid: string;
  /** Key of the Realtime Database. The same again is the same notification. */
  id: string;
  kind: keyof NotificationSettings["kinds"];
  title: string;
  text: string;
  /** Of this site, begins with one slash: `/AdvancedTodoList?task=ID`. */
  path: string;
  /** When it was to come: milliseconds since 1970. */
  at: number;
};

export type Notifier = {
  /** Resolves once it is told, or a job is to tell the rest. @throws BackendError */
  notify: (notification: NewNotification) => Promise<void>;
  jobKinds: JobKinds;
};

export function createNotifier(deps: {
  backend: NotifyBackend;
  push: Pick<Push, "devicesOf" | "ownerOf" | "send">;
  /** Undefined at Firebase. */
  mail: Pick<Mail, "sends" | "send"> | undefined;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule">;
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): Notifier {
  const { backend, push, mail, jobs, origin, log, now } = deps;
  const ofAccount = createRateLimit({ ...wakes, now });

  async function notify(asked: NewNotification): Promise<void> {
    const { uid, id, kind, at } = asked;
    const place = `notifications/${uid}/${id}`;
    const account = await backend.getAccount(uid);
    if (account === null) return;
    const title = lineOf(asked.title, 200) || "Reminder";
    const text = lineOf(asked.text, 500);
    const told = { id, title, text, path: asked.path };
    const stored = await backend.getValue(place);
    if (stored.value === null) {
      const value = { kind, title, text, path: asked.path, at: now(), read: false, sent: false };
      if (!(await backend.putValue(place, value satisfies Notification, stored.etag))) {
        throw new BackendError("ABORTED", "Another copy makes this notification.");
      }
    } else if (isSent(stored.value)) return;
    if (now() - at <= freshMs && !account.disabled && ofAccount.take(uid) === 0) {
      const { kinds } = await readSettings(backend, uid);
      if (kinds[kind].push) await pushToAll(uid, told);
      const to = account.emailVerified ? account.email : null;
      if (kinds[kind].mail && to !== null) await sendMail(to, uid, told);
    }
    await markSent(place);
  }

  /** One that does not answer keeps the others waiting no longer than itself. */
  async function pushToAll(uid: string, text: PushText): Promise<void> {
    const devices = await push.devicesOf(uid);
    await Promise.all(devices.map((device) => pushTo(uid, device.id, text)));
  }

  async function pushTo(uid: string, device: string, text: PushText): Promise<void> {
    if ((await push.send(uid, device, text)) !== "later") return;
    // Those that were told are not told again.
    await jobs().schedule("push-again", {
      id: `push ${device} ${text.id}`,
      dueAt: new Date(now() + pushAgainMs),
      data: { device, notification: text.id },
    });
  }

  async function sendMail(to: string, uid: string, { id, title, text, path }: PushText) {
    // Without a mail server an admin would have to hand it on.
    if (mail?.sends !== true) return;
    const lines = [title, ...(text === "" ? [] : [text]), "", `${origin()}${path}`, ""];
    await mail.send({
      id: `notify ${uid} ${id}`,
      kind: "NOTIFICATION",
      to,
      subject: title,
      text: lines.join("\n"),
      secrets: [],
      expiresAt: now() + mailKeptMs,
    });
  }

  /** Its user may read it, or delete it, at the same moment. */
  async function markSent(place: string): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each try waits for the one before
      const { value, etag } = await backend.getValue(place);
      if (!isRecord(value)) return;
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (await backend.putValue(place, { ...value, sent: true }, etag)) return;
    }
    throw new BackendError("ABORTED", "A notification is changed again and again.");
  }

  /** Not what was read or deleted meanwhile. */
  async function pushAgain({ device, notification }: PlainFields): Promise<PlainFields> {
    if (typeof device !== "string" || typeof notification !== "string") return { end: "gone" };
    const uid = await push.ownerOf(device);
    if (uid === undefined) return { end: "gone" };
    const { value } = await backend.getValue(`notifications/${uid}/${notification}`);
    if (!isRecord(value) || value["read"] === true) return { end: "read" };
    const { title, text, path, at } = value as unknown as Notification;
    if (now() - at > freshMs) return { end: "late" };
    const end = await push.send(uid, device, { id: notification, title, text, path });
    if (end === "later") throw new Error("The device's service cannot be reached.");
    return { end };
  }

  return {
    notify,
    jobKinds: {
      "push-again": {
        run: pushAgain,
        // It is in the centre all the same.
        async givenUp(_data, error) {
          log.warn({ err: error }, "a device was not told in the end");
        },
      },
    },
  };
}

function isSent(value: DatabaseJson): boolean {
  return isRecord(value) && value["sent"] !== false;
}

function isRecord(value: DatabaseJson): value is Record<string, DatabaseJson> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
