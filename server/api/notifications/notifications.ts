/**
 * `/api/notifications/…` with an ID token: how notifications come to the caller, and in which browsers. The notifications
 * themselves are read and deleted in the Realtime Database. docs/notifications.md
 */
import * as z from "zod/mini";
import type { NotificationsState, PushTest } from "#lib/notification.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { isZone } from "#lib/dates/floating.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { readSettings, saveSettings } from "../../notifications/settings.ts";
import type { Push } from "../../push/send-push.ts";
import { subscriptionId } from "../../push/subscriptions.ts";

type NotificationsBackend = Pick<
  ServerBackend,
  "verifyIdToken" | "getDocument" | "getAccount" | "commit"
>;

const waysShape = z.object({ push: z.boolean(), mail: z.boolean() });
const choicesShape = z.object({
  kinds: z.object({
    reminder: waysShape,
    board: waysShape,
    // A page of before does not know these.
    journal: z._default(waysShape, { push: true, mail: false }),
    files: z._default(waysShape, { push: true, mail: false }),
    chat: z._default(waysShape, { push: true, mail: false }),
  }),
  digest: z.enum(["off", "daily"]),
  hour: z.int().check(z.minimum(0), z.maximum(23)),
  zone: z.string().check(z.maxLength(64), z.refine(isZone)),
});
const endpointShape = z.string().check(z.maxLength(1000));
const subscriptionShape = z.object({
  endpoint: endpointShape,
  p256dh: z.string().check(z.maxLength(200)),
  auth: z.string().check(z.maxLength(200)),
  device: z.string().check(z.maxLength(100), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)),
});
/** A browser knows its endpoint, a list of devices their ids. */
const deviceShape = z.union([
  z.object({ endpoint: endpointShape }),
  z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
]);

export function createNotificationEndpoints(deps: {
  backend: NotificationsBackend;
  push: Push;
  /** Whether a mail server takes what is sent. */
  sendsMail: boolean;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, push, sendsMail, now } = deps;
  const counted = createCountedCaller({ backend, burst: 60, perMinute: 60, now });
  const tests = createRateLimit({ burst: 5, perMinute: 5, now });

  async function mailOf(uid: string): Promise<NotificationsState["mail"]> {
    if (!sendsMail) return "none";
    const account = await backend.getAccount(uid);
    return account?.emailVerified === true && account.email !== null ? "ready" : "unconfirmed";
  }

  async function state(uid: string): Promise<Response> {
    const [settings, mail, key, devices] = await Promise.all([
      readSettings(backend, uid),
      mailOf(uid),
      push.publicKey(),
      push.devicesOf(uid),
    ]);
    return Response.json({ settings, mail, push: { key, devices } } satisfies NotificationsState);
  }

  async function save(uid: string, body: string): Promise<Response> {
    const { data: choices } = choicesShape.safeParse(parseJson(body));
    if (choices === undefined) return wrong("Send {kinds, digest, hour, zone} as JSON.");
    return Response.json(await saveSettings(backend, uid, { choices, now: now() }));
  }

  async function subscribe(uid: string, body: string): Promise<Response> {
    const { data } = subscriptionShape.safeParse(parseJson(body));
    if (data === undefined) return wrong("Send {endpoint, p256dh, auth, device} as JSON.");
    const device = await push.subscribe(uid, data, data.device);
    if (device !== undefined) return Response.json(device);
    return apiError(400, "no-push-service", "Pushes are sent to the services of browsers only.");
  }

  async function unsubscribe(uid: string, body: string): Promise<Response> {
    const { data } = deviceShape.safeParse(parseJson(body));
    if (data === undefined) return wrong("Send {endpoint} or {id} as JSON.");
    await push.remove(uid, "id" in data ? data.id : subscriptionId(data.endpoint));
    return new Response(null, { status: 204 });
  }

  async function tellAll(uid: string): Promise<Response> {
    const wait = tests.take(uid);
    if (wait > 0) {
      return apiError(429, "too-many-requests", `Try again in ${wait} s.`, {
        "Retry-After": String(wait),
      });
    }
    const text = {
      id: `test-${now()}`,
      title: "It works",
      text: "Reminders are shown like this.",
      path: "/Settings#notifications",
    };
    const devices = await Promise.all(
      (await push.devicesOf(uid)).map(async ({ id }) => ({
        id,
        end: await push.send(uid, id, text),
      })),
    );
    return Response.json({ devices } satisfies PushTest);
  }

  const endpoint = (
    method: Endpoint["method"],
    name: string,
    answer: (uid: string, body: string) => Promise<Response>,
  ): Endpoint => ({
    method,
    path: `/api/notifications/${name}`,
    maxBodyBytes: method === "GET" ? 0 : 4096,
    answer: orUnavailable(async (asked: ApiRequest) => {
      const caller = await counted(asked);
      return caller instanceof Response ? caller : answer(caller.uid, asked.body);
    }),
  });

  return [
    endpoint("GET", "settings", state),
    endpoint("POST", "settings", save),
    endpoint("POST", "subscribe", subscribe),
    endpoint("POST", "unsubscribe", unsubscribe),
    endpoint("POST", "test", tellAll),
  ];
}

function wrong(message: string): Response {
  return apiError(400, "invalid-request", message);
}
