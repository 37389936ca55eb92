/** Addresses of a drive's files that a browser shows, plays and saves by itself: `POST /api/drive/tickets`. */
import { onAccountEnd } from "../account-life.ts";
import { callApi } from "../api.ts";
import { signedInUser } from "../firebase.ts";

/** Of one version of a file. */
export type DriveBytes = {
  owner: string;
  id: string;
  object: string;
  /** As which it is saved; after it was renamed the address is another one. */
  name?: string;
};

type Ticket = { url: string; endsAtMs: number };

/** As the server has it: none lasts longer. */
const longestMs = 300_000;
/** A ticket is renewed so long before its end. */
const renewBeforeMs = 60_000;
const mostTickets = 500;
const tickets = new Map<string, Promise<Ticket>>();
let isFollowing = false;

/**
 * An address that is good for minutes, and only while the account may read the file; the same one until shortly before its
 * end. With `?download=1` behind it the browser saves it.
 * @throws ApiError
 */
export async function driveTicket(bytes: DriveBytes): Promise<string> {
  follow();
  const key = await keyOf(bytes);
  const kept = await tickets.get(key)?.catch(() => undefined);
  if (kept && kept.endsAtMs - renewBeforeMs > Date.now()) return kept.url;
  if (tickets.size >= mostTickets) tickets.clear();
  const opening = open(bytes);
  tickets.set(key, opening);
  opening.catch(() => {
    // Who asked is told; the next one asks anew.
    if (tickets.get(key) === opening) tickets.delete(key);
  });
  return (await opening).url;
}

/** After an answer that the address has ended: the next one is new. */
export async function dropTicket(bytes: DriveBytes): Promise<void> {
  tickets.delete(await keyOf(bytes));
}

/** `url` as an address that is saved. */
export function savedAs(url: string): string {
  return `${url}?download=1`;
}

async function open({ owner, id, object }: DriveBytes): Promise<Ticket> {
  const asked = { owner, id, object };
  type Answer = { url: string; expiresAt: string };
  const askedAtMs = Date.now();
  const { url, expiresAt } = await callApi<Answer>("POST", "/api/drive/tickets", asked);
  return { url, endsAtMs: endOf(expiresAt, askedAtMs) };
}

/** By this device's clock, which may be behind the server's. */
export function endOf(expiresAt: string, askedAtMs: number): number {
  return Math.min(Date.parse(expiresAt), askedAtMs + longestMs);
}

async function keyOf({ owner, id, object, name = "" }: DriveBytes): Promise<string> {
  const user = await signedInUser();
  return [user?.uid ?? "", owner, id, object, name].join("/");
}

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  onAccountEnd(() => tickets.clear());
}
