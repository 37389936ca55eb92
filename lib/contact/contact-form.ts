/** What the contact form asks for, and what the server says to what was sent. */

export const contactPath = "/contact";

export const contactFields = ["name", "email", "subject", "message"] as const;
export type ContactField = (typeof contactFields)[number];
export type ContactTexts = Record<ContactField, string>;

/** Characters, as JavaScript counts them. */
export const contactLimits: Readonly<Record<ContactField, number>> = {
  name: 100,
  email: 254,
  subject: 150,
  message: 5000,
};

/** What is said to a text of `length` characters; empty where it fits. */
export function tooLong(limit: number, length: number): string {
  const [most, now] = [limit, length].map((count) => count.toLocaleString("en"));
  return length > limit ? `Shorten this to ${most} characters; it has ${now}.` : "";
}

/** A field that people never see: what fills it in is a program. */
export const trapField = "topics";

export type ContactRefusal = {
  sent: false;
  /** Of HTTP. */
  status: 400 | 429 | 503;
  /** For the next try. */
  token: string;
  /** About the whole form. */
  notice?: string;
  problems: Partial<ContactTexts>;
  retryAfterS?: number;
};

export type ContactAnswer = { sent: true } | ContactRefusal;

/** What a page is told that is the answer to a form, and not sent by a script. */
export type AnsweredForm = { answer: ContactAnswer; typed: ContactTexts };

/** For one rendering of the page. */
export type ContactVisit = { newToken: () => string; answered?: AnsweredForm };
