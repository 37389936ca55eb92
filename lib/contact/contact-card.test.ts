import { expect, test } from "vitest";
import { contactCard } from "./contact-card.ts";

const origin = "https://ada.example";

test("the card has what the pages show, in the form that phones import", () => {
  const card = contactCard(
    {
      basics: {
        name: "Ada King Lovelace",
        label: "Analyst; engines, mostly",
        email: "ada@example.com",
        phone: "+44 20 5550 100",
        url: "https://lovelace.example/a,b;c",
        location: { address: "12 St James’s Square", city: "London", countryCode: "GB" },
        profiles: [
          { network: "Git Hub!", url: "https://code.example/ada" },
          { network: "Bad", url: "javascript:alert(1)" },
        ],
      },
    },
    origin,
  );
  expect(card?.split("\r\n")).toEqual([
    "BEGIN:VCARD",
    "VERSION:3.0",
    "FN:Ada King Lovelace",
    "N:Lovelace;Ada King;;;",
    String.raw`TITLE:Analyst\; engines\, mostly`,
    "EMAIL;TYPE=INTERNET:ada@example.com",
    "TEL;TYPE=VOICE:+44 20 5550 100",
    "ADR:;;;London;;;GB",
    "URL:https://ada.example/",
    "URL:https://lovelace.example/a,b;c",
    "X-SOCIALPROFILE;TYPE=github:https://code.example/ada",
    "END:VCARD",
    "",
  ]);
});

test("there is no card of nobody", () => {
  expect(contactCard(null, origin)).toBeUndefined();
  expect(contactCard({ basics: { name: " \n" } }, origin)).toBeUndefined();
});

test("nothing that stands in a resume becomes a line of its own", () => {
  const evil = "x\r\nEND:VCARD\nBEGIN:VCARD\u2028NOTE:y\\";
  const card = contactCard(
    {
      basics: {
        name: evil,
        label: evil,
        email: evil,
        phone: evil,
        url: `https://evil.example/${evil}`,
        location: { city: evil },
        profiles: [{ network: evil, url: `https://evil.example/?${evil}` }],
      },
    },
    origin,
  )!;
  const lines = card.replaceAll("\r\n ", "").split("\r\n");
  expect(lines.filter((line) => /^(?:BEGIN|END|NOTE)/.test(line))).toEqual([
    "BEGIN:VCARD",
    "END:VCARD",
  ]);
  expect(card.replaceAll("\r\n", "")).not.toMatch(/[\r\n\u2028]/);
  expect(lines).toContain(String.raw`FN:x END:VCARD BEGIN:VCARD NOTE:y\\`);
});

test("long lines are folded at 75 bytes, never within a character", () => {
  const name = "Žofie 🕰️ ".repeat(40).trim();
  const card = contactCard({ basics: { name } }, origin)!;
  for (const line of card.split("\r\n")) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain("\uFFFD");
  }
  expect(card.replaceAll("\r\n ", "")).toContain(`FN:${name}\r\n`);
});
