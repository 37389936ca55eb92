/** A browser's push service for tests, on a TLS server of this machine; it can read what it is told, as the browser would. */
import { createDecipheriv, createECDH, createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { jwtVerify, importJWK } from "jose";
import type { PushSubscriptionKeys, PushText } from "#lib/notification.ts";
import { openWeb } from "../../outgoing/testing/open-web.ts";
import type { TestWeb } from "../../outgoing/testing/open-web.ts";

type TakenPush = {
  endpoint: string;
  headers: IncomingMessage["headers"];
  text: PushText;
};

export type PushService = AsyncDisposable & {
  web: TestWeb;
  newSubscription(): PushSubscriptionKeys;
  /** Those that were taken, in the order in which they came. */
  taken: TakenPush[];
  /** With what it answers; 201 unless it is set. */
  answer: { status: number };
};

export const pushHost = "updates.push.services.mozilla.com";

export async function openPushService(): Promise<PushService> {
  const receivers = new Map<string, { key: ReturnType<typeof createECDH>; auth: Buffer }>();
  const taken: TakenPush[] = [];
  const answer = { status: 201 };
  const web = await openWeb({
    [pushHost](request, response) {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const endpoint = `https://${pushHost}${request.url}`;
        const receiver = receivers.get(endpoint);
        if (receiver === undefined) return void response.writeHead(404).end();
        if (answer.status === 201) {
          const text = JSON.parse(decrypt(Buffer.concat(parts), receiver)) as PushText;
          taken.push({ endpoint, headers: request.headers, text });
        }
        response.writeHead(answer.status).end();
      });
    },
  });
  return {
    web,
    taken,
    answer,
    newSubscription() {
      const key = createECDH("prime256v1");
      key.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `https://${pushHost}/wpush/v2/${randomBytes(16).toString("base64url")}`;
      receivers.set(endpoint, { key, auth });
      const p256dh = key.getPublicKey("base64url");
      return { endpoint, p256dh, auth: auth.toString("base64url") };
    },
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  };
}

/** What a service reads of who sends. @throws JOSEError when that one does not have the key it names */
export async function senderOf(
  authorization = "",
  now = Date.now(),
): Promise<Record<string, unknown>> {
  const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString("base64url"),
  );
  const jwk = await importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256");
  return (await jwtVerify(token, jwk, { currentDate: new Date(now) })).payload;
}

function decrypt(
  body: Buffer,
  { key, auth }: { key: ReturnType<typeof createECDH>; auth: Buffer },
): string {
  const salt = body.subarray(0, 16);
  const length = body[20] ?? 0;
  const sender = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const hmac = (secret: Buffer, data: Buffer | string) =>
    createHmac("sha256", secret).update(data).digest();
  const about = Buffer.concat([
    Buffer.from("WebPush: info\0"),
    key.getPublicKey(),
    sender,
    Buffer.from([1]),
  ]);
  const prk = hmac(salt, hmac(hmac(auth, key.computeSecret(sender)), about));
  const cek = hmac(prk, "Content-Encoding: aes128gcm\0\x01").subarray(0, 16);
  const nonce = hmac(prk, "Content-Encoding: nonce\0\x01").subarray(0, 12);
  const decipher = createDecipheriv("aes-128-gcm", cek, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
