/** Messages of the contact form: `inbox/{id}`, which only the server reads and writes. Ids are in the order of time. */
import { contactFields } from "#lib/contact/contact-form.ts";
import type { ContactTexts } from "#lib/contact/contact-form.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";

export type InboxBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

export type InboxMessage = ContactTexts & {
  id: string;
  /** RFC 3339, UTC. */
  createdAt: string;
  read: boolean;
  /** Why it looks like advertising; empty when it does not. */
  flagged: string;
  /** It is kept for a day in which it can be brought back. */
  isDeleted?: true;
};

export const inboxCollection = "inbox";
export const inboxPath = (id: string) => `${inboxCollection}/${id}`;

/**
 * `same`: it is there already, word for word. `taken`: another message has this id.
 * @throws BackendError
 */
export async function storeMessage(
  backend: InboxBackend,
  { id, ...message }: InboxMessage,
): Promise<"stored" | "same" | "taken"> {
  try {
    await backend.commit([{ set: inboxPath(id), data: message, when: { exists: false } }]);
    return "stored";
  } catch (error) {
    const isThere =
      error instanceof BackendError &&
      ["ALREADY_EXISTS", "FAILED_PRECONDITION"].includes(error.status);
    const found = isThere ? await compareMessage(backend, id, message) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

/** Undefined when there is none with this id. */
export async function compareMessage(
  backend: InboxBackend,
  id: string,
  texts: ContactTexts,
): Promise<"same" | "taken" | undefined> {
  const document = await backend.getDocument(inboxPath(id));
  if (document === null) return undefined;
  const stored = toMessage(document);
  return contactFields.every((field) => stored[field] === texts[field]) ? "same" : "taken";
}

/** The oldest first, of those after the id `after` the first `limit` ones. */
export async function listMessages(
  backend: InboxBackend,
  page: { after?: string | undefined; limit: number },
): Promise<InboxMessage[]> {
  return (await backend.findDocuments(inboxCollection, page)).map(toMessage);
}

/** @param id or its first characters. @returns every message that it can mean, at most two. */
export async function findMessages(backend: InboxBackend, id: string): Promise<InboxMessage[]> {
  if (!/^[0-9a-z]{1,100}$/.test(id)) return [];
  const whole = await backend.getDocument(inboxPath(id));
  if (whole !== null) return [toMessage(whole)].filter(isThere);
  const next = await listMessages(backend, { after: id, limit: 2 });
  return next.filter((message) => isThere(message) && message.id.startsWith(id));
}

const isThere = ({ isDeleted }: InboxMessage) => isDeleted !== true;

/** @throws BackendError `NOT_FOUND` */
export async function markMessage(backend: InboxBackend, id: string, read: boolean): Promise<void> {
  await backend.commit([{ update: inboxPath(id), data: { read }, when: { exists: true } }]);
}

export async function deleteMessages(backend: InboxBackend, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 400) {
    const batch = ids.slice(at, at + 400);
    // One after the other: they are few, and nobody waits for the last.
    // oxlint-disable-next-line no-await-in-loop
    await backend.commit(batch.map((id) => ({ delete: inboxPath(id) })));
  }
}

/** Whoever else wrote there: what is no text is shown as none. */
function toMessage({ id, data }: StoredDocument): InboxMessage {
  return {
    id,
    name: textOf(data, "name"),
    email: textOf(data, "email"),
    subject: textOf(data, "subject"),
    message: textOf(data, "message"),
    createdAt: textOf(data, "createdAt"),
    read: data["read"] === true,
    flagged: textOf(data, "flagged"),
    ...(textOf(data, "deletedAt") !== "" && { isDeleted: true }),
  };
}

export function textOf(data: PlainFields, name: string): string {
  const value = data[name];
  return typeof value === "string" ? value : "";
}
