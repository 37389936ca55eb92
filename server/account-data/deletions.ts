/**
 * The deletion of an account: asked for, taken back, and done when its time has come. `deletions/{uid}` says that it is
 * under way, and goes as the last of all, some time after the account; each step can be done twice, so what was broken off is done again.
 */
import { faultOfKey } from "#lib/database-key.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { UserChangeError } from "../accounts/user-change-error.ts";
import { changeClaims } from "../accounts/change-claims.ts";
import { deletionClaim } from "../accounts/claim-roles.ts";
import { newReceiptId, receiptDocument, receiptKey, receiptKeptMs } from "./receipts.ts";

export const graceMs = 14 * 24 * 60 * 60 * 1000;

export type Deletion = {
  uid: string;
  /** Uid of who asked for it, or `cli`. */
  by: string;
  /** ISO instants. */
  requestedAt: string;
  dueAt: string;
  /** With which its receipt is read. */
  receiptId: string;
  /** As it was before. */
  wasFindable: boolean;
  /** The account went first, by another way than this. */
  isGone: boolean;
  /** It can be taken back no more. */
  isErasing: boolean;
  /** All is gone, and what came since is looked for once more at `dueAt`. */
  isErased: boolean;
};

export type DeletionsBackend = Pick<
  ServerBackend,
  | "getDocument"
  | "findDocuments"
  | "commit"
  | "getValue"
  | "updateValues"
  | "getAccount"
  | "listAccounts"
  | "setClaims"
  | "revokeSessions"
>;

export const deletionPath = (uid: string) => `deletions/${uid}`;

export async function readDeletion(
  backend: Pick<DeletionsBackend, "getDocument">,
  uid: string,
): Promise<Deletion | undefined> {
  if (uid.includes("/")) return undefined;
  const document = await backend.getDocument(deletionPath(uid));
  return document === null ? undefined : toDeletion(uid, document.data);
}

/** By what a job knows of it. */
export async function deletionOfReceipt(
  backend: Pick<DeletionsBackend, "findDocuments">,
  key: string,
): Promise<Deletion | undefined> {
  const query = { where: { receipt: key }, limit: 1 };
  const [document] = await backend.findDocuments("deletions", query);
  return document && toDeletion(document.id, document.data);
}

function toDeletion(uid: string, data: PlainFields): Deletion {
  const text = (name: string) => (typeof data[name] === "string" ? data[name] : "");
  return {
    uid,
    by: text("by"),
    requestedAt: text("requestedAt"),
    dueAt: text("dueAt"),
    receiptId: text("receiptId"),
    wasFindable: data["wasFindable"] !== false,
    isGone: data["isGone"] === true,
    isErasing: data["isErasing"] === true,
    isErased: data["isErased"] === true,
  };
}

/**
 * Writes down that the account goes, hides its profile and ends its sessions. Undefined when it is under way already.
 * @throws UserChangeError for an account that is not there, and for the last admin.
 */
export async function beginDeletion(
  backend: DeletionsBackend,
  uid: string,
  { by, now, dueAt, isGone = false }: { by: string; now: Date; dueAt: Date; isGone?: boolean },
): Promise<Deletion | undefined> {
  const account = await backend.getAccount(uid);
  if (isGone && account !== null) return undefined;
  if (!isGone && account === null) throw new UserChangeError("There is no such account any more.");
  const receiptId = newReceiptId();
  const key = receiptKey(receiptId);
  const wasFindable =
    faultOfKey(uid) !== undefined ||
    (await backend.getValue(`profiles/${uid}/findable`)).value !== false;
  const times = { requestedAt: now.toISOString(), dueAt: dueAt.toISOString() };
  const keptUntil = new Date(dueAt.getTime() + receiptKeptMs).toISOString();
  try {
    await backend.commit([
      {
        set: deletionPath(uid),
        data: { ...times, by, receiptId, receipt: key, wasFindable, isGone, isErasing: false },
        when: { exists: false },
      },
      {
        set: receiptDocument(key),
        data: { ...times, state: "scheduled", endedAt: null, keptUntil, counts: null },
      },
    ]);
  } catch (error) {
    if (isThere(error)) return undefined;
    throw error;
  }
  return { uid, by, ...times, receiptId, wasFindable, isGone, isErasing: false, isErased: false };
}

/** What others and the account's own devices see of it. Can be done again. @throws BackendError */
export async function showDeletion(
  backend: DeletionsBackend,
  { uid, dueAt }: Pick<Deletion, "uid" | "dueAt">,
): Promise<void> {
  await setShown(backend, uid, { findable: false, deletionAt: dueAt });
  await setDeletionClaim(backend, uid, dueAt);
}

/** What the person asked for is from then on the decision of who is given here. @throws BackendError */
export async function takeOverDeletion(
  backend: Pick<DeletionsBackend, "commit">,
  deletion: Deletion,
  by: string,
): Promise<Deletion> {
  await backend.commit([
    { update: deletionPath(deletion.uid), data: { by }, when: { exists: true } },
  ]);
  return { ...deletion, by };
}

/** From here on it cannot be taken back. False when it has been. @throws BackendError */
export async function beginErasing(
  backend: Pick<DeletionsBackend, "commit">,
  { uid }: Deletion,
): Promise<boolean> {
  const write = { update: deletionPath(uid), data: { isErasing: true }, when: { exists: true } };
  return unlessGone(backend.commit([write]));
}

/** The account stays. False when it was not going. @throws UserChangeError when it is being erased; BackendError */
export async function endDeletion(
  backend: DeletionsBackend,
  { uid, wasFindable, receiptId }: Deletion,
  now: Date,
): Promise<boolean> {
  const document = await backend.getDocument(deletionPath(uid));
  if (document === null) return false;
  const { isErasing, isGone } = toDeletion(uid, document.data);
  if (isErasing && !isGone) throw tooLate();
  await hideDeletion(backend, uid, wasFindable);
  const state = { state: "cancelled", endedAt: now.toISOString() };
  // Whoever begins to erase it meanwhile changes the document.
  const when = { updateTime: document.updateTime };
  const isEnded = await unlessGone(
    backend.commit([
      { delete: deletionPath(uid), when },
      { update: receiptDocument(receiptKey(receiptId)), data: state },
    ]),
  );
  if (!isEnded && (await backend.getDocument(deletionPath(uid))) !== null) throw tooLate();
  return isEnded;
}

/** The opposite of `showDeletion`. @throws BackendError */
export async function hideDeletion(
  backend: DeletionsBackend,
  uid: string,
  /** Without it a profile stays as hidden as it is. */
  findable?: boolean,
): Promise<void> {
  // The claim first: the profile of who is going stays hidden.
  await setDeletionClaim(backend, uid, undefined);
  await setShown(backend, uid, { findable, deletionAt: null });
}

function tooLate(): UserChangeError {
  return new UserChangeError("It is too late: the account is being erased.");
}

/** False when the condition of a write does not hold. */
async function unlessGone(commit: Promise<void>): Promise<boolean> {
  try {
    await commit;
    return true;
  } catch (error) {
    const isGone =
      error instanceof BackendError &&
      ["NOT_FOUND", "FAILED_PRECONDITION", "ABORTED"].includes(error.status);
    if (isGone) return false;
    throw error;
  }
}

/** Only where there is something to hide: a profile without a name is none. */
async function setShown(
  backend: DeletionsBackend,
  uid: string,
  { findable, deletionAt }: { findable: boolean | undefined; deletionAt: string | null },
): Promise<void> {
  if (faultOfKey(uid) !== undefined) return;
  const values: Parameters<DeletionsBackend["updateValues"]>[0] = {};
  const there = async (path: string) => (await backend.getValue(path)).value !== null;
  if (findable !== undefined && (await there(`profiles/${uid}/name`))) {
    values[`profiles/${uid}/findable`] = findable;
  }
  if (await there(`directory/${uid}/createdAt`)) values[`directory/${uid}/deletionAt`] = deletionAt;
  if (Object.keys(values).length > 0) await backend.updateValues(values);
}

function setDeletionClaim(
  backend: DeletionsBackend,
  uid: string,
  dueAt: string | undefined,
): Promise<void> {
  return changeClaims(backend, uid, ({ claims }) => {
    if (claims[deletionClaim] === dueAt) return undefined;
    const { [deletionClaim]: _, ...others } = claims;
    return dueAt === undefined ? others : { ...others, [deletionClaim]: dueAt };
  });
}

function isThere(error: unknown): boolean {
  return (
    error instanceof BackendError &&
    ["ALREADY_EXISTS", "FAILED_PRECONDITION"].includes(error.status)
  );
}
