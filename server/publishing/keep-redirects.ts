/** An address that was published once leads on: `site/redirects`. */
import { hasPages, publicPathOf } from "#lib/content/kinds.ts";
import {
  isRedirect,
  redirectEntries,
  redirectKey,
  withMovedAddress,
} from "#lib/documents/redirects.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { Write } from "#lib/server-backend.ts";
import type { Item, Publishing } from "./site-facts.ts";

const path = "site/redirects";

type MovedAddress = {
  /** Empty unless the address changes. */
  writes: Write[];
  /** Whether the former address leads on then: no place is left where an admin's own ones fill the list. */
  isKept: boolean;
};

const notMoved: MovedAddress = { writes: [], isKept: false };

/** @param at milliseconds since 1970 */
export async function redirectWrites(
  { backend }: Pick<Publishing, "backend">,
  { kind, id }: Item,
  before: PlainFields | undefined,
  after: PlainFields,
  at: number,
): Promise<MovedAddress> {
  if (!hasPages(kind) || before === undefined) return notMoved;
  const [from, to] = [publicPathOf(kind, before, id), publicPathOf(kind, after, id)];
  if (from === undefined || to === undefined || from === to) return notMoved;
  const stored = await backend.getDocument(path);
  // Never before what it is added to, whatever the clocks say: drafts of that lack it.
  const later = Math.max(at, Date.parse(stored?.updateTime ?? "") || 0);
  const moved = { from, to, at: new Date(later).toISOString() };
  const list = withMovedAddress(redirectEntries(stored?.data["list"]), moved);
  const data = { ...stored?.data, list };
  const when = stored === null ? { exists: false } : { updateTime: stored.updateTime };
  const isKept = list.some((one) => isRedirect(one) && redirectKey(one.from) === redirectKey(from));
  return { writes: [{ set: path, data, when }], isKept };
}

/**
 * What an admin publishes does not undo what was kept since the admin began. What the admin says of the same address
 * counts, and what the admin has leading away from a new one stays.
 * @param began `updateTime` of the list that the admin began from; null: all that was kept by itself stays
 */
export function mergedRedirects(
  fields: PlainFields,
  published: PlainFields | undefined,
  began: string | null | undefined,
): PlainFields {
  if (began === undefined) return fields;
  const since = timeOf(began);
  const list = redirectEntries(fields["list"]);
  const own = list.filter(isRedirect);
  const missed = redirectEntries(published?.["list"])
    .filter(isRedirect)
    .filter((moved) => moved.auto === true && timeOf(moved.at) >= since)
    .filter(({ from, at }) => {
      const said = own.find((one) => redirectKey(one.from) === redirectKey(from));
      return said === undefined || (said.auto === true && timeOf(said.at) < timeOf(at));
    })
    .toSorted((a, b) => timeOf(a.at) - timeOf(b.at));
  if (missed.length === 0) return fields;
  const merged = missed.reduce(
    (moved, one) => withMovedAddress(moved, one, { keepsOwn: true }),
    list,
  );
  return { ...fields, list: merged as PlainFields[] };
}

function timeOf(at: string | null | undefined): number {
  return Date.parse(at ?? "") || 0;
}
