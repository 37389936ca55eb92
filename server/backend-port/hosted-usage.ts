/**
 * What accounts keep at Firebase, which does not count it: documents that the server writes together with each
 * reservation (server/hosted-files). `storageUsage/{uid}` has the sums, `storageQuotas/{uid}` a limit of the account's own.
 */
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend, StorageUsage } from "#lib/server-backend.ts";

/** For the claims of an ID token the bytes that an account may keep; null for no limit. */
export type UsualQuota = (claims: Readonly<Record<string, unknown>>) => number | null;

type UsageBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit" | "getAccount">;

type UsageSums = Pick<StorageUsage, "objects" | "usedBytes" | "reservedBytes">;

const pageSize = 300;

export function createHostedUsage(
  backend: UsageBackend,
  usualQuota: UsualQuota,
): Pick<ServerBackend, "storageUsage" | "setStorageQuota"> {
  async function usageOfSite(): Promise<StorageUsage> {
    const total = { objects: 0, usedBytes: 0, reservedBytes: 0 };
    let after: string | undefined;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ends
      const page = await backend.findDocuments("storageUsage", { after, limit: pageSize });
      for (const { data } of page) {
        const sums = sumsOf(data);
        total.objects += sums.objects;
        total.usedBytes += sums.usedBytes;
        total.reservedBytes += sums.reservedBytes;
      }
      if (page.length < pageSize) break;
      after = page.at(-1)?.id;
    }
    // The bucket's own limits are Google's affair.
    return { uid: "", ...total, limitBytes: null, isOwnLimit: false };
  }

  return {
    async storageUsage(uid) {
      if (uid === "") return usageOfSite();
      const [usage, own] = await Promise.all([
        backend.getDocument(usagePath(uid)),
        backend.getDocument(quotaPath(uid)),
      ]);
      const ownLimit = limitOf(own?.data);
      const limitBytes = ownLimit ?? usualQuota(await claimsOf(backend, uid));
      return { uid, ...sumsOf(usage?.data), limitBytes, isOwnLimit: ownLimit !== null };
    },
    async setStorageQuota(uid, limitBytes) {
      const path = quotaPath(uid);
      await backend.commit([
        limitBytes === null ? { delete: path } : { set: path, data: { limitBytes } },
      ]);
    },
  };
}

export const usagePath = (uid: string) => `storageUsage/${uid}`;
export const quotaPath = (uid: string) => `storageQuotas/${uid}`;

export function sumsOf(data: PlainFields | undefined): UsageSums {
  return {
    objects: wholeOf(data?.["objects"]),
    usedBytes: wholeOf(data?.["usedBytes"]),
    reservedBytes: wholeOf(data?.["reservedBytes"]),
  };
}

/** Of a document of `storageQuotas`; null without one. An owner may write it in Firebase's console. */
export function limitOf(data: PlainFields | undefined): number | null {
  const limit = data?.["limitBytes"];
  return typeof limit === "number" && limit >= 0 ? limit : null;
}

function wholeOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** As an ID token of now would say it. */
export async function claimsOf(
  backend: Pick<ServerBackend, "getAccount">,
  uid: string,
): Promise<Record<string, unknown>> {
  const account = await backend.getAccount(uid);
  return account === null ? {} : { ...account.claims, email_verified: account.emailVerified };
}
