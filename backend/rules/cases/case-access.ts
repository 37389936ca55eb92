/** What a case asks of rules, for whichever service. */
import { noValue } from "../evaluation.ts";
import { formatServiceValue } from "./format-value.ts";
import { fromFields } from "../service/conversions.ts";
import type { TracedRule } from "./trace.ts";
import type { Lookups, RulesAuth, RulesDocument } from "../types.ts";

/** One access of a request; that is allowed when all of them are. */
export type CaseAccess = {
  /** `get projects/atlas` */
  what: string;
  allows(): boolean;
  /** Of a refusal, what its rules do not say by themselves. */
  hints(asked: readonly TracedRule[]): string[];
};

/** @param tell is called with every look-up, as a sentence */
export type OpenCase = (auth: RulesAuth, tell: (lookup: string) => void) => CaseAccess[];

/** The look-ups, with what they found told. */
export function tracedLookups(lookups: Lookups, tell: (lookup: string) => void): Lookups {
  const traced =
    (look: (path: string) => RulesDocument | null, when: string) =>
    (path: string): RulesDocument | null => {
      const found = look(path);
      const what = found === null ? "not there" : formatServiceValue(fromFields(found.fields));
      tell(`Looked up ${path}${when}: ${what}`);
      return found;
    };
  return {
    get: traced((path) => lookups.get(path), ""),
    getAfter: traced((path) => lookups.getAfter(path), " after the write"),
  };
}

/** Of Firestore and Storage: an allow statement that is asked says enough, but of a query it asks more than is known. */
export function serviceHints(what: string, ofQuery: readonly string[] = []): CaseAccess["hints"] {
  return (asked) => {
    if (asked.every(({ holds }) => holds)) return [`No allow statement is for ${what}.`];
    return asked.some(({ evaluated }) => evaluated?.value === noValue) ? [...ofQuery] : [];
  };
}
