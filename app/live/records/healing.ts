/** What a browser has from a server that went back to a copy since, and so has less than it had. */
import {
  type Item,
  type Op,
  type Register,
  type Shape,
  equalParts,
} from "#lib/records/register.ts";
import { placeOf } from "./records-sender.ts";

/**
 * What goes out again, as if it was written when it was.
 * @param here of the server, as it was
 * @param told as it is now; undefined: it is not there, and nobody has deleted it
 * @param isBack the server is known to have gone back: who wrote later may have seen an older one, and saved more than once
 */
export function healing(
  shape: Shape,
  key: string,
  here: Item | undefined,
  told: Item | undefined,
  isBack = false,
): Op[] {
  const { kind, id } = placeOf(key);
  const isCopy = here !== undefined && told !== undefined && told.at <= here.at;
  return Object.entries(here?.registers ?? {}).flatMap(([register, ours]): Op[] => {
    const there = told?.registers[register];
    const isNew = !told && { isNew: true as const };
    const op = { kind, id, register, value: ours.value, t: ours.t, from: null, p: 0, ...isNew };
    if (there === undefined) return [op];
    // Of a copy as it lies, all is older; what was written into it since may not be.
    const isBefore = there.t < ours.t && (isCopy || there.t === ours.p);
    if (isBefore) return [{ ...op, from: there.value, p: there.t }];
    if (equalParts(there.value, ours.value)) return [];
    const isWords = shape.text(kind, register) || shape.set(kind, register);
    const isUnseen = isOverwritten(ours, there) || (isBack && there.p !== ours.t);
    const isToMerge = there.t < ours.t || (isWords && isUnseen);
    return isToMerge ? [{ ...op, p: ours.p }] : [];
  });
}

/** By somebody who had not seen it: what they replaced is older. */
function isOverwritten(ours: Register, there: Register): boolean {
  return there.t > ours.t && there.p < ours.t;
}
