/** Finds the entries to walk for one alternative of a query, or says which index is missing. */
import type { Exact } from "./conditions.ts";
import { invert } from "./encode-value.ts";
import { samePath } from "./field-path.ts";
import type { CompositeIndex, IndexField } from "./index-definition.ts";
import { compositePrefix, containsPrefix, fieldPrefix, namePrefix } from "./index-entries.ts";
import { type IndexNeed, hasSingleField, modeOf } from "./index-need.ts";
import { missingIndex } from "./missing-index.ts";
import type { Walk } from "./plan-query.ts";
import type { Order } from "./query.ts";

/** `covers`: which of the exact values are in it. */
type Candidate = { walk: Walk; covers: readonly Exact[] };

/** @throws OperationError FAILED_PRECONDITION with the entry of `firestore.indexes.json` that is missing. */
export function chooseIndexes(need: IndexNeed): Walk[] {
  const candidates = [...composites(need), ...singleFields(need), ...names(need)];
  if (need.exact.length === 0) {
    const walk = candidates[0]?.walk;
    if (walk === undefined) throw missingIndex(need);
    return [walk];
  }
  const chosen: Walk[] = [];
  let open = [...need.exact];
  while (open.length > 0) {
    const best = mostCovering(candidates, open);
    if (best === undefined) throw missingIndex(need);
    chosen.push(best.walk);
    open = open.filter((exact) => !best.covers.includes(exact));
  }
  return chosen;
}

function mostCovering(
  candidates: readonly Candidate[],
  open: readonly Exact[],
): Candidate | undefined {
  let best: Candidate | undefined;
  let most = 0;
  for (const candidate of candidates) {
    const count = candidate.covers.filter((exact) => open.includes(exact)).length;
    if (count > most) [best, most] = [candidate, count];
  }
  return best;
}

function composites(need: IndexNeed): Candidate[] {
  return need.active.composites.flatMap((index) => {
    const candidate =
      index.collectionId === need.collectionId && index.scope === need.scope
        ? compositeCandidate(index, need)
        : undefined;
    return candidate === undefined ? [] : [candidate];
  });
}

/** An index whose last fields are the suffix, in its directions, and whose first fields have exact values. */
function compositeCandidate(
  index: CompositeIndex,
  { exact, suffix }: IndexNeed,
): Candidate | undefined {
  const ordered = suffix.slice(0, -1);
  const leading = index.fields.length - ordered.length;
  const name = suffix.at(-1) as Order;
  if (leading < 0 || index.nameDescending !== (name.direction === "DESCENDING")) return undefined;
  const isSame = ordered.every(({ path, direction }, place) => {
    const field = index.fields[leading + place] as IndexField;
    return samePath(field.path, path) && field.mode === modeOf(direction);
  });
  if (!isSame) return undefined;
  const covers: Exact[] = [];
  const parts: Uint8Array[] = [compositePrefix(index.number)];
  for (const { path, mode } of index.fields.slice(0, leading)) {
    const kind = mode === "contains" ? "contains" : "equals";
    const found = exact.find((one) => one.kind === kind && samePath(one.path, path));
    if (found === undefined) return undefined;
    covers.push(found);
    parts.push(mode === "descending" ? invert(found.bytes) : found.bytes);
  }
  return { walk: { prefix: Buffer.concat(parts), isBackward: false }, covers };
}

function singleFields(need: IndexNeed): Candidate[] {
  const { exact, suffix } = need;
  const [first, name] = [suffix[0] as Order, suffix.at(-1) as Order];
  const isBackward = name.direction === "DESCENDING";
  if (suffix.length === 1) {
    return exact
      .filter(({ path, kind }) => {
        return hasSingleField(need, path, kind === "equals" ? modeOf(name.direction) : "contains");
      })
      .map((one): Candidate => {
        const prefix = one.kind === "equals" ? fieldPrefix(one.path) : containsPrefix(one.path);
        return { walk: { prefix: Buffer.concat([prefix, one.bytes]), isBackward }, covers: [one] };
      });
  }
  const serves =
    suffix.length === 2 &&
    exact.length === 0 &&
    first.direction === name.direction &&
    hasSingleField(need, first.path, modeOf(first.direction));
  return serves ? [{ walk: { prefix: fieldPrefix(first.path), isBackward }, covers: [] }] : [];
}

function names({ exact, suffix }: IndexNeed): Candidate[] {
  if (exact.length > 0 || suffix.length > 1) return [];
  const isBackward = (suffix[0] as Order).direction === "DESCENDING";
  return [{ walk: { prefix: namePrefix(), isBackward }, covers: [] }];
}
