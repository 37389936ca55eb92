import { contactLimits } from "#lib/contact/contact-form.ts";
import type {
  ContactAnswer,
  ContactField,
  ContactTexts,
  ContactVisit,
} from "#lib/contact/contact-form.ts";
import { contactWays } from "#lib/contact/contact-ways.ts";
import type { Way } from "#lib/contact/contact-ways.ts";
import type { PublicData } from "#lib/server-backend.ts";

export type ContactPageData = {
  token: string;
  /** What is said to what the visitor has just sent without a script. */
  answer: ContactAnswer | null;
  typed: Partial<ContactTexts>;
  limits: Readonly<Record<ContactField, number>>;
  /** Other ways to reach the owner. */
  ways: Way[];
  hasCard: boolean;
};

export function contactPage({ resume }: PublicData, visit: ContactVisit): ContactPageData {
  const { answer, typed } = visit.answered ?? {};
  return {
    token: answer?.sent === false ? answer.token : visit.newToken(),
    answer: answer ?? null,
    typed: (answer?.sent === false && typed) || {},
    limits: contactLimits,
    ways: contactWays(resume),
    hasCard: Boolean(resume?.basics?.name?.trim()),
  };
}
