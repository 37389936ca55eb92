/** Which callers a case speaks of. */
import type { CaseFile } from "./case-file.ts";
import { CaseError } from "./case-values.ts";
import type { RulesAuth } from "../types.ts";

type Named = readonly string[] | "*" | undefined;

export type CaseCaller = { name: string; auth: RulesAuth; expected: boolean };

/** @throws CaseError */
export function callersOf(
  callers: CaseFile["callers"],
  { allow, deny }: { allow?: Named; deny?: Named },
): CaseCaller[] {
  if (allow === undefined && deny === undefined) {
    throw new CaseError('It names no caller: say who in "allow" or "deny".');
  }
  if (allow === "*" && deny === "*") throw new CaseError("All callers are in both lists.");
  const allowed = namesOf(allow, deny);
  const denied = namesOf(deny, allow);
  const both = allowed.find((name) => denied.includes(name));
  if (both !== undefined) throw new CaseError(`${both} is in both lists.`);
  return [...allowed, ...denied].map((name) => {
    const caller = Object.hasOwn(callers, name) ? callers[name] : undefined;
    if (caller === undefined) throw new CaseError(`${name} is none of "callers".`);
    const auth = caller && { uid: caller.uid, token: caller.token ?? {} };
    return { name, auth, expected: allowed.includes(name) };
  });

  function namesOf(list: Named, other: Named): readonly string[] {
    if (list === undefined) return [];
    if (list !== "*") return list;
    return Object.keys(callers).filter((name) => other === undefined || !other.includes(name));
  }
}
