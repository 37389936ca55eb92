import { expect, test } from "vitest";
import type { ResumeDocument } from "#lib/documents/resume.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { resumePage } from "./resume.server.ts";

function shown(resume: ResumeDocument | null) {
  return resumePage({ resume } as PublicData);
}

test("without a resume there is nothing to show", () => {
  expect(shown(null)).toBeNull();
});

test("every section of JSON Resume has its place, and an empty one is left out", () => {
  const some = [{ name: "x" }];
  const resume = {
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
  };
  expect(shown(resume)?.sections.map((section) => section.title)).toEqual([
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
  expect(shown({ work: [{ startDate: "2020" }, {}] })?.sections).toEqual([]);
});

test("an entry without a name is titled by its address", () => {
  const resume = shown({ projects: [{ url: "https://www.example.com/", description: "A map" }] });
  expect(resume?.sections[0]?.entries[0]?.title).toBe("example.com");
});

test("an entry without a position is titled by its employer, once", () => {
  const entry = shown({ work: [{ name: "Harbour", location: "Porto" }] })?.sections[0]?.entries[0];
  expect([entry?.title, entry?.place]).toEqual(["Harbour", "Porto"]);
});

test("an address with another scheme is text and no link", () => {
  const resume = shown({
    basics: { url: "ftp://files.example" },
    work: [{ name: "x", url: "javascript:alert(1)" }],
  });
  expect(resume?.contacts).toEqual([{ text: "ftp://files.example", url: undefined }]);
  expect(resume?.sections[0]?.entries[0]?.url).toBeUndefined();
});
