import { expect, test } from "vitest";
import type { ContactVisit } from "#lib/contact/contact-form.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { contactPage } from "./contact.server.ts";

const visit: ContactVisit = { newToken: () => "new" };
const dataOf = (resume: PublicData["resume"]) => ({ resume }) as PublicData;

test("the ways to the owner are those of the resume, and only what can be dialled is a number to dial", () => {
  const basics = {
    email: "ada@example.com",
    phone: "+44 (20) 555-0100",
    location: { address: "Number 4, not shown", city: "London", countryCode: "GB" },
    profiles: [
      { network: "Code", url: "https://code.example/ada" },
      { network: "Bad", url: "javascript:alert(1)" },
    ],
  };
  const page = contactPage(dataOf({ basics }), visit);
  expect(page.ways).toEqual([
    { label: "E-mail", links: [{ text: "ada@example.com", url: "mailto:ada@example.com" }] },
    { label: "Phone", links: [{ text: "+44 (20) 555-0100", url: "tel:+44205550100" }] },
    { label: "Elsewhere", links: [{ text: "Code", url: "https://code.example/ada" }] },
    { label: "Place", links: [{ text: "London, United Kingdom", url: undefined }] },
  ]);
  expect(page.hasCard).toBe(false);
  const extension = contactPage(dataOf({ basics: { phone: "555 ext. 4" } }), visit);
  expect(extension.ways[0]?.links).toEqual([{ text: "555 ext. 4", url: undefined }]);
  expect(contactPage(dataOf(null), visit).ways).toEqual([]);
});

test("a form that is refused comes back with what was typed and its token, one that is sent does not", () => {
  const typed = { name: "Ann", email: "ann@example.com", subject: "", message: "Hello" };
  const refused = { sent: false, status: 400, token: "kept", problems: {} } as const;
  expect(
    contactPage(dataOf(null), { ...visit, answered: { answer: refused, typed } }),
  ).toMatchObject({ answer: refused, typed, token: "kept" });
  const sent = contactPage(dataOf(null), { ...visit, answered: { answer: { sent: true }, typed } });
  expect(sent).toMatchObject({ answer: { sent: true }, typed: {} });
});
