/** An address that was published once leads on: `site/redirects`. */
import { publicPathOf } from "#lib/content/kinds.ts";
import { siteRedirects, withMovedAddress } from "#lib/documents/redirects.ts";
import type { Redirect } from "#lib/documents/redirects.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { Write } from "#lib/server-backend.ts";
import type { Item, Publishing } from "./site-facts.ts";

const path = "site/redirects";

/** Empty unless the address changes. @param at milliseconds since 1970 */
export async function redirectWrites(
  { backend }: Pick<Publishing, "backend">,
  { kind, id }: Item,
  before: PlainFields | undefined,
  after: PlainFields,
  at: number,
): Promise<Write[]> {
  if (kind !== "projects" || before === undefined) return [];
  const [from, to] = [publicPathOf(kind, before, id), publicPathOf(kind, after, id)];
  if (from === undefined || to === undefined || from === to) return [];
  const stored = await backend.getDocument(path);
  // Never before what it is added to, whatever the clocks say: drafts of that lack it.
  const later = Math.max(at, Date.parse(stored?.updateTime ?? "") || 0);
  const moved = { from, to, at: new Date(later).toISOString() };
  const list = withMovedAddress(listOf(stored?.data), moved);
  const data = { ...stored?.data, list };
  const when = stored === null ? { exists: false } : { updateTime: stored.updateTime };
  return [{ set: path, data, when }];
}

/**
 * What an admin publishes does not undo what was kept since the admin began.
 * @param began `updateTime` of the list that the admin began from; null: there was none
 */
export function mergedRedirects(
  fields: PlainFields,
  published: PlainFields | undefined,
  began: string | null | undefined,
): PlainFields {
  if (began === undefined) return fields;
  const since = began === null ? 0 : Date.parse(began);
  const list = listOf(fields);
  const missed = listOf(published).filter(
    ({ auto, at, from }) =>
      auto === true && Date.parse(at ?? "") >= since && !list.some((one) => one.from === from),
  );
  const merged = [...list, ...missed];
  // What does not fit any more with what the admin wrote is left out.
  const isFit = siteRedirects.safeParse({ list: merged }).success;
  return isFit && missed.length > 0 ? { ...fields, list: merged as PlainFields[] } : fields;
}

function listOf(fields: PlainFields | undefined): Redirect[] {
  const read = siteRedirects.safeParse(fields ?? {});
  return read.success ? read.data.list : [];
}
