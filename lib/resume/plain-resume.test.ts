import { expect, test } from "vitest";
import { plainResume } from "./plain-resume.ts";

test("every section of JSON Resume has its place, and an empty one is left out", () => {
  const some = [{ name: "x" }];
  const { sections } = plainResume({
    work: some,
    volunteer: [{ organization: "x" }],
    education: [{ institution: "x" }],
    awards: [{ title: "x" }],
    certificates: some,
    publications: some,
    skills: some,
    languages: [{ language: "x" }],
    interests: some,
    references: [],
    projects: some,
  });
  expect(sections.map((section) => section.title)).toEqual([
    "Work",
    "Projects",
    "Education",
    "Skills",
    "Certificates",
    "Awards",
    "Publications",
    "Volunteering",
    "Languages",
    "Interests",
  ]);
});

test("an entry that says nothing but when is left out, and its section with it", () => {
  expect(plainResume({ work: [{ startDate: "2020" }, {}] }).sections).toEqual([]);
});

test("an entry without a name is titled by its address", () => {
  const { sections } = plainResume({
    projects: [{ url: "https://www.example.com/", description: "A map" }],
  });
  expect(sections[0]?.entries[0]?.title).toBe("example.com");
});

test("an entry without a position is titled by its employer, once", () => {
  const [section] = plainResume({ work: [{ name: "Harbour", location: "Porto" }] }).sections;
  const [entry] = section?.entries ?? [];
  expect([entry?.title, entry?.place]).toEqual(["Harbour", "Porto"]);
});

test("an address with another scheme is text and no link", () => {
  const { contacts, sections } = plainResume({
    basics: { url: "ftp://files.example" },
    work: [{ name: "x", url: "javascript:alert(1)" }],
  });
  expect(contacts).toEqual([{ text: "ftp://files.example", url: undefined }]);
  expect(sections[0]?.entries[0]?.url).toBeUndefined();
});

test("a place is one line from the street to the country's name, and a profile says who somebody is there", () => {
  const { contacts } = plainResume({
    basics: {
      location: {
        address: "Deichgang 4\nBack yard",
        postalCode: "26506",
        city: "Norden",
        region: "Wadden coast",
        countryCode: "de",
      },
      profiles: [
        { network: "Code", username: "imke", url: "https://code.example.com/imke" },
        { url: "https://www.example.com/imke/" },
      ],
    },
  });
  expect(contacts.map(({ text }) => text)).toEqual([
    "Deichgang 4, Back yard, 26506 Norden, Wadden coast, Germany",
    "Code: imke",
    "example.com/imke",
  ]);
});

test("a number that can be dialled is a link that dials it, one with words in it is text", () => {
  const phone = (text: string) => plainResume({ basics: { phone: text } }).contacts[0];
  expect(phone("+49 40 66969-117")?.url).toBe("tel:+494066969117");
  expect(phone("555 ext. 4")).toEqual({ text: "555 ext. 4", url: undefined });
});

test("the last change is said in words, and not at all when it is no date", () => {
  const changed = (lastModified: string) => plainResume({ meta: { lastModified } }).changed;
  expect(changed("2026-09-20T23:59:00Z")).toBe("September 20, 2026");
  expect(changed("2026-09-20")).toBe("September 20, 2026");
  expect(changed("lately")).toBe("");
  expect(changed("2026-99-99")).toBe("");
});
