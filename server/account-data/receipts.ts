/**
 * Receipts of deletions: `deletionReceipts/{hash}`, found by who has the receipt's own id only, which is 256 random bits
 * and of which the hash alone is kept once the account is gone. Nothing in them says whose they are.
 */
import { createHash, randomBytes } from "node:crypto";
import { ownedData } from "#lib/owned-data.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

export const receiptKeptMs = 90 * 24 * 60 * 60 * 1000;
export const receiptPath = "/api/deletion-receipt";

type ReceiptState = "scheduled" | "erased" | "cancelled";

export type Receipt = {
  state: ReceiptState;
  /** ISO instants. */
  requestedAt: string;
  dueAt: string;
  endedAt: string | null;
  /** From then on the receipt is gone. */
  keptUntil: string;
  /** How much there was at each place, by the id of its row; null before it was counted. */
  counts: Record<string, number> | null;
  /** Shared things that passed to another member, and those that went. */
  passed: number;
  gone: number;
};

export type ReceiptsBackend = Pick<ServerBackend, "getDocument" | "findDocuments" | "commit">;

const collection = "deletionReceipts";

export function newReceiptId(): string {
  return randomBytes(32).toString("base64url");
}

/** The document's id, which is also how a job names the deletion. */
export function receiptKey(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}

export const receiptDocument = (key: string) => `${collection}/${key}`;

/** Undefined when there is none, or no more. */
export async function readReceipt(
  backend: Pick<ReceiptsBackend, "getDocument">,
  id: string,
  now: Date,
): Promise<Receipt | undefined> {
  if (!/^[\w-]{43}$/.test(id)) return undefined;
  const document = await backend.getDocument(receiptDocument(receiptKey(id)));
  const receipt = document === null ? undefined : toReceipt(document.data);
  return receipt && receipt.keptUntil > now.toISOString() ? receipt : undefined;
}

export function toReceipt(data: PlainFields): Receipt {
  const text = (name: string) => (typeof data[name] === "string" ? data[name] : "");
  const whole = (value: unknown) => (typeof value === "number" ? value : 0);
  const counts = data["counts"];
  const state = text("state");
  return {
    state: state === "erased" || state === "cancelled" ? state : "scheduled",
    requestedAt: text("requestedAt"),
    dueAt: text("dueAt"),
    endedAt: text("endedAt") || null,
    keptUntil: text("keptUntil"),
    counts:
      typeof counts === "object" && counts !== null && !Array.isArray(counts)
        ? Object.fromEntries(Object.entries(counts).map(([id, count]) => [id, whole(count)]))
        : null,
    passed: whole(data["passed"]),
    gone: whole(data["gone"]),
  };
}

/** Removes those that nobody can read any more. */
export async function purgeReceipts(backend: ReceiptsBackend, now: Date): Promise<number> {
  let removed = 0;
  let after: string | undefined;
  for (;;) {
    const page = await backend.findDocuments(collection, { after, limit: 200 });
    const old = page.filter(({ data }) => toReceipt(data).keptUntil <= now.toISOString());
    if (old.length > 0) await backend.commit(old.map(({ path }) => ({ delete: path })));
    removed += old.length;
    if (page.length < 200) return removed;
    after = page.at(-1)?.id;
  }
}

/** As who has its address reads it. `site`: `scheme://host`. */
export function receiptText(receipt: Receipt, site: string): string {
  return `${[...headOf(receipt, site), ...bodyOf(receipt)].join("\n")}\n`;
}

function headOf({ state, requestedAt, dueAt, endedAt }: Receipt, site: string): string[] {
  const title = `Receipt: deletion of an account at ${site}`;
  const lines = [
    title,
    "=".repeat(Array.from(title).length),
    "",
    `Asked for: ${inUtc(requestedAt)}`,
  ];
  switch (state) {
    case "scheduled":
      return [
        ...lines,
        `Will be done: ${inUtc(dueAt)}`,
        "",
        "Until then the account can be kept: sign in and choose Keep my account.",
      ];
    case "cancelled":
      return [...lines, `Taken back: ${inUtc(endedAt ?? dueAt)}`, "", "Nothing was erased."];
    case "erased":
      return [...lines, `Done: ${inUtc(endedAt ?? dueAt)}`];
  }
}

function bodyOf({ state, counts, passed, gone, keptUntil }: Receipt): string[] {
  if (state === "cancelled") return [];
  const isDone = state === "erased";
  const erased = ownedData
    .filter(({ store }) => store !== "shared")
    .map(({ id, title }) => (isDone ? `- ${title}: ${counts?.[id] ?? 0}` : `- ${title}`));
  const shared = isDone
    ? [
        `- Shared things that passed to another member: ${passed}; that went with their last one: ${gone}`,
      ]
    : [];
  return [
    "",
    isDone
      ? "Erased, with how many documents, files or entries there were:"
      : "What will be erased:",
    ...erased,
    ...shared,
    "- The account with its ways to sign in, and mails that waited for it",
    "",
    isDone ? "What stays:" : "What will stay:",
    ...ownedData.flatMap(({ stays }) => (stays === undefined ? [] : [`- ${stays}`])),
    "- A keyed hash of the e-mail, if it was confirmed, so that an account made anew gets no second first tokens. Nobody can read the e-mail from it.",
    "- What admins did with the account, and the account's own id, in the log of what admins do.",
    "- The sign-in service's notes of when this id signed in, with which device and from which network: at most 180 days.",
    "- For 65 minutes the id, so that what was written meanwhile with an older sign-in is erased, too.",
    "- For a short time the id, in the list of places of the database that changed last.",
    "- This receipt, without name or id.",
    "",
    "Back-ups: those that the server made before still hold the data. Nobody takes a single account out of one; they go by themselves, the last at most 13 months after the erasure while one is made each night. A site at Firebase has Firebase's own instead. Copies that the owner keeps elsewhere are not known to the server.",
    "",
    `This receipt can be read until ${inUtc(keptUntil)}.`,
  ];
}

/** `14:03 UTC on 22 November 2026` */
export function inUtc(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return "at a time that is not known";
  const options = { timeZone: "UTC" } as const;
  const time = at.toLocaleTimeString("en-GB", { ...options, hour: "2-digit", minute: "2-digit" });
  const date = at.toLocaleDateString("en-GB", { ...options, dateStyle: "long" });
  return `${time} UTC on ${date}`;
}
