/** `/api/account/deletion`: whether one's own account goes, asking for it, taking it back; and `/api/deletion-receipt`. */
import { networkOf } from "#lib/network-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { AccountData } from "../../account-data/account-data.ts";
import { readReceipt, receiptPath, receiptText } from "../../account-data/receipts.ts";
import { recentCaller, signedInCaller } from "../../http/admin-caller.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { refuseFault, refuseTooMany } from "./refuse-account.ts";

/** Seconds since the sign-in. */
const recentS = 300;

export function createDeletionEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getDocument">;
  accountData: Pick<AccountData, "scheduleDeletion" | "cancelDeletion" | "deletionOf">;
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, accountData, origin, now } = deps;
  const perAccount = createRateLimit({ burst: 20, perMinute: 5, now });
  // Each one sends a mail.
  const requests = createRateLimit({ burst: 3, perMinute: 3 / (24 * 60), now });
  const perNetwork = createRateLimit({ burst: 60, perMinute: 30, now });

  return [
    {
      method: "GET",
      path: "/api/account/deletion",
      maxBodyBytes: 0,
      async answer({ request }) {
        const caller = await signedInCaller(request, backend);
        if (caller instanceof Response) return caller;
        const { uid } = caller;
        const deletion = await accountData.deletionOf(uid);
        if (deletion === undefined) return Response.json({ deletion: null });
        const { by, ...rest } = deletion;
        return Response.json({ deletion: { ...rest, isOwn: by === uid } });
      },
    },
    {
      method: "POST",
      path: "/api/account/deletion",
      maxBodyBytes: 100,
      async answer({ request }) {
        try {
          const caller = await recentCaller(request, backend, recentS, now);
          if (caller instanceof Response) return caller;
          const { uid } = caller;
          const refusal = refuseTooMany(requests, uid);
          if (refusal !== undefined) return refusal;
          return Response.json(await accountData.scheduleDeletion(uid, { by: uid }));
        } catch (error) {
          return refuseFault(error);
        }
      },
    },
    {
      method: "POST",
      path: "/api/account/deletion/cancel",
      maxBodyBytes: 100,
      async answer({ request }) {
        try {
          const caller = await signedInCaller(request, backend);
          if (caller instanceof Response) return caller;
          const { uid } = caller;
          const refusal = refuseTooMany(perAccount, uid);
          if (refusal !== undefined) return refusal;
          return Response.json({ cancelled: await accountData.cancelDeletion(uid, uid) });
        } catch (error) {
          return refuseFault(error);
        }
      },
    },
    {
      method: "GET",
      path: receiptPath,
      maxBodyBytes: 0,
      async answer({ request, client }) {
        const refusal = refuseTooMany(perNetwork, networkOf(client));
        if (refusal !== undefined) return refusal;
        const id = new URL(request.url).searchParams.get("id") ?? "";
        const receipt = await readReceipt(backend, id, new Date(now()));
        const text =
          receipt === undefined
            ? "There is no such receipt. Receipts are kept for 90 days after the deletion.\n"
            : receiptText(receipt, origin());
        return new Response(text, {
          status: receipt === undefined ? 404 : 200,
          headers: {
            "Content-Type": "text/plain; charset=utf-8",
            "Referrer-Policy": "no-referrer",
            "X-Robots-Tag": "noindex",
          },
        });
      },
    },
  ];
}
