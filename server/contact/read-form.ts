/** What was typed into the contact form, cleaned, with what is wrong with it. */
import { contactFields, contactLimits, tooLong, trapField } from "#lib/contact/contact-form.ts";
import type { ContactField, ContactTexts } from "#lib/contact/contact-form.ts";

export type ReadForm = {
  /** As the form shows it again. */
  texts: ContactTexts;
  problems: Partial<ContactTexts>;
  token: string;
  isTrapped: boolean;
};

const emailShape =
  /^[^\s<>()[\]\\,;:"@\p{C}]+@[^\s<>()[\]\\,;:"@\p{C}.]+(?:\.[^\s<>()[\]\\,;:"@\p{C}.]+)+$/u;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;
// They turn the direction of what follows, and so what a line seems to say.
const directions = /[\u202a-\u202e\u2066-\u2069]/g;

export function readForm(form: URLSearchParams): ReadForm {
  const texts = Object.fromEntries(
    contactFields.map((field) => [field, cleaned(field, form.get(field) ?? "")]),
  ) as ContactTexts;
  const problems: Partial<ContactTexts> = {};
  for (const field of contactFields) {
    const problem = problemOf(field, texts[field]);
    if (problem !== undefined) problems[field] = problem;
  }
  return {
    texts,
    problems,
    token: form.get("token") ?? "",
    isTrapped: (form.get(trapField) ?? "") !== "",
  };
}

function cleaned(field: ContactField, text: string): string {
  const whole = text.toWellFormed().replaceAll(directions, "").trim();
  if (field !== "message") return whole;
  return whole.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "");
}

function problemOf(field: ContactField, text: string): string | undefined {
  const limit = contactLimits[field];
  if (isBlank(text)) {
    return field === "subject" ? undefined : missing[field];
  }
  // Nobody can type a line break there; who sends one tries to write headers of a mail.
  if (field !== "message" && controls.test(text)) return "Write this on one line.";
  if (text.length > limit) return tooLong(limit, text.length);
  if (field === "email" && !emailShape.test(text)) return "This is not an e-mail address.";
  return undefined;
}

const missing = {
  name: "Enter your name.",
  email: "Enter your e-mail, so that you can be answered.",
  message: "Write a message.",
};

/** Nothing to be seen. */
function isBlank(text: string): boolean {
  return /^[\p{Z}\p{Cc}\p{Cf}]*$/u.test(text);
}

const link = /(?:https?:\/\/|www\.)\S+/gi;
const maxLinks = 3;

/** What makes a message look like advertising; it is stored and sent all the same. */
export function flagOf({ message }: ContactTexts): string | undefined {
  const links = message.match(link)?.length ?? 0;
  if (links > 0 && isBlank(message.replaceAll(link, ""))) return "only links";
  return links > maxLinks ? "many links" : undefined;
}
