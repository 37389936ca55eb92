/** Erases all that an account has (lib/owned-data.ts), the account as the last. What was broken off is done again from the start. */
import { faultOfKey } from "#lib/database-key.ts";
import { ownedData, placeOf } from "#lib/owned-data.ts";
import type { OwnedPlace } from "#lib/owned-data.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { UserChangeError } from "../accounts/user-change-error.ts";
import { deletionPath } from "./deletions.ts";
import type { Deletion, DeletionsBackend } from "./deletions.ts";
import { type SharedThings, leaveShared } from "./leave-shared.ts";
import { countPlace, everyDocument, everyObject, hasPlace } from "./read-places.ts";
import type { PlacesBackend } from "./read-places.ts";
import { receiptDocument, receiptKey, receiptKeptMs, toReceipt } from "./receipts.ts";

export type EraseBackend = DeletionsBackend &
  PlacesBackend &
  Pick<ServerBackend, "deleteObject" | "deleteAccount" | "updateAccount">;

const filesAtOnce = 4;

/** Tokens of before are good for an hour where the backend does not ask whether they ended, as at Firebase. */
const sweptAfterMs = 65 * 60 * 1000;

/**
 * Of what `beginErasing` has begun. @param forget removes what waits for this e-mail outside the backend.
 * @returns how much there was, and when what came since is to be erased. @throws BackendError, and then it is to be called again.
 */
export async function eraseAccount(
  backend: EraseBackend,
  deletion: Deletion,
  deps: {
    now: () => number;
    forget: (email: string) => Promise<void>;
    shared: SharedThings;
    signal?: AbortSignal;
  },
): Promise<{ counts: Record<string, number>; sweepAt: Date }> {
  const { uid, receiptId } = deletion;
  const receipt = receiptDocument(receiptKey(receiptId));
  const counts = await countOnce(backend, uid, receipt);
  const account = await backend.getAccount(uid);
  if (deletion.isGone && account !== null) {
    throw new UserChangeError("The account is there again: nothing more of it is erased.");
  }
  // Nobody may write where it has been erased already.
  if (account !== null) {
    await backend.updateAccount(uid, { disabled: true });
    await backend.revokeSessions(uid);
  }
  const left = await leaveShared(backend, uid, deps.shared);
  if (left.passed + left.gone > 0) await addShared(backend, receipt, left);
  await erasePlaces(backend, uid, deps);
  if (account?.email) await deps.forget(account.email);
  // Of an address that is not confirmed it may be somebody else's.
  if (account?.email && account.emailVerified) await deps.shared.forgetAddress(account.email);
  if (account !== null) await deleteAccount(backend, uid);
  // What followed a write of before may have come back meanwhile: the mirror of a record, a count of files.
  await erasePlaces(backend, uid, deps);
  const now = deps.now();
  const sweepAt = new Date(now + sweptAfterMs);
  await backend.commit([
    {
      update: receipt,
      data: {
        state: "erased",
        endedAt: new Date(now).toISOString(),
        keptUntil: new Date(now + receiptKeptMs).toISOString(),
      },
    },
    { update: deletionPath(uid), data: { isErased: true, dueAt: sweepAt.toISOString() } },
  ]);
  return { counts, sweepAt };
}

/**
 * What somebody wrote with a token of before, after the account was gone; then nothing says any more that it was erased.
 * @throws BackendError, and then it is to be called again.
 */
export async function sweepErased(
  backend: EraseBackend,
  { uid }: Deletion,
  deps: { shared: Pick<SharedThings, "leave" | "forgetAccount">; signal?: AbortSignal },
): Promise<void> {
  // Who imports accounts may have made it anew.
  if ((await backend.getAccount(uid)) === null) {
    await leaveShared(backend, uid, deps.shared);
    await erasePlaces(backend, uid, deps);
  }
  await backend.commit([{ delete: deletionPath(uid) }]);
}

async function erasePlaces(
  backend: EraseBackend,
  uid: string,
  { shared, signal }: { shared: Pick<SharedThings, "forgetAccount">; signal?: AbortSignal },
): Promise<void> {
  // By what is at the places below it is found.
  if (faultOfKey(uid) === undefined) await shared.forgetAccount?.(uid);
  for (const place of ownedData) {
    signal?.throwIfAborted();
    if (hasPlace(place, uid)) await erasePlace(backend, place, uid);
  }
}

/** Of what there was at the first try. */
async function countOnce(
  backend: EraseBackend,
  uid: string,
  receipt: string,
): Promise<Record<string, number>> {
  const document = await backend.getDocument(receipt);
  const known = document && toReceipt(document.data).counts;
  if (known) return known;
  const counts: Record<string, number> = {};
  for (const place of ownedData) counts[place.id] = await countPlace(backend, place, uid);
  await backend.commit([{ update: receipt, data: { counts } }]);
  return counts;
}

async function addShared(
  backend: EraseBackend,
  receipt: string,
  { passed, gone }: { passed: number; gone: number },
): Promise<void> {
  const document = await backend.getDocument(receipt);
  const before = toReceipt(document?.data ?? {});
  const data = { passed: before.passed + passed, gone: before.gone + gone };
  await backend.commit([{ update: receipt, data }]);
}

async function erasePlace(backend: EraseBackend, place: OwnedPlace, uid: string): Promise<void> {
  switch (place.store) {
    case "shared":
      return;
    case "database":
      return backend.updateValues({ [placeOf(place.path, uid)]: null });
    case "files":
      for await (const names of everyObject(backend, placeOf(place.prefix, uid))) {
        for (let at = 0; at < names.length; at += filesAtOnce) {
          const some = names.slice(at, at + filesAtOnce);
          await Promise.all(some.map((name) => backend.deleteObject(name)));
        }
      }
      return;
    case "document":
    case "documents-below":
    case "documents-with":
      for await (const page of everyDocument(backend, place, uid)) {
        await backend.commit(page.map(({ path }) => ({ delete: path })));
      }
  }
}

async function deleteAccount(backend: EraseBackend, uid: string): Promise<void> {
  try {
    await backend.deleteAccount(uid);
  } catch (error) {
    // Somebody else was quicker, or an earlier try.
    if (!(error instanceof BackendError && /USER_NOT_FOUND/.test(error.message))) throw error;
  }
}
