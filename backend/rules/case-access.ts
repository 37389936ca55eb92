/** What a case asks of rules, for whichever service. */
import { formatServiceValue } from "./format-value.ts";
import { fromFields } from "./service-conversions.ts";
import type { TracedRule } from "./trace.ts";
import type { Lookups, RulesAuth, RulesDocument } from "./types.ts";

/** One access of a request; that is allowed when all of them are. */
export type CaseAccess = {
  /** `get projects/atlas` */
  what: string;
  allows(): boolean;
  /** Of a refusal, what its rules do not say by themselves. */
  silence(asked: readonly TracedRule[]): string[];
};

/** @param tell is called with every look-up, as a sentence */
export type OpenCase = (auth: RulesAuth, tell: (lookup: string) => void) => CaseAccess[];

/** The look-ups, with what they found told. */
export function toldLookups(lookups: Lookups, tell: (lookup: string) => void): Lookups {
  const told =
    (look: (path: string) => RulesDocument | null, when: string) =>
    (path: string): RulesDocument | null => {
      const found = look(path);
      const what = found === null ? "not there" : formatServiceValue(fromFields(found.fields));
      tell(`Looked up ${path}${when}: ${what}`);
      return found;
    };
  return {
    get: told((path) => lookups.get(path), ""),
    getAfter: told((path) => lookups.getAfter(path), " after the write"),
  };
}

/** Of Firestore and Storage: an allow statement that is asked says enough. */
export function serviceSilence(what: string): CaseAccess["silence"] {
  return (asked) =>
    asked.some(({ holds }) => !holds) ? [] : [`No allow statement is for ${what}.`];
}
