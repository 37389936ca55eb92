import { expect, test } from "vitest";
import { readResumeFile } from "./read-resume-file.ts";
import { resumeChanges } from "./resume-changes.ts";

test("an import says part by part what becomes of the resume, unknown parts too", () => {
  const job = { name: "Harbour", position: "Engineer" };
  const now = {
    basics: { name: "Ada", label: "Engineer" },
    work: [job, { name: "Mill" }],
    awards: [{ title: "Prize" }],
    skills: [{ name: "Locks" }],
  };
  const next = {
    basics: { label: "Engineer", name: "Ada" },
    work: [{ position: "Engineer", name: "Harbour" }, { name: "Sluice" }, { name: "Pier" }],
    skills: [{ name: "Locks" }],
    languages: [{ language: "German" }],
    xTheme: "paper",
  };
  expect(resumeChanges(now, next)).toEqual([
    { part: "Work", words: "2 entries → 3, 1 kept" },
    { part: "Awards", words: "taken away: 1 entry" },
    { part: "Languages", words: "added: 1 entry" },
    { part: "xTheme (kept, not shown)", words: "added" },
  ]);
  expect(resumeChanges(now, now)).toEqual([]);
});

const file = (text: string) => ({ size: text.length, text: async () => text });

test("a file is taken whole, with fields that the standard does not know, or refused with its places", async () => {
  const resume = { basics: { name: "Ada", mood: "fine" }, xTheme: "paper" };
  expect(await readResumeFile(file(`\uFEFF${JSON.stringify(resume)}`))).toEqual({ resume });
  expect(await readResumeFile(file("{"))).toMatchObject({ problem: expect.stringMatching(/JSON/) });
  const faulty = JSON.stringify({ basics: { name: "Ada", email: "nowhere" } });
  expect(await readResumeFile(file(faulty))).toMatchObject({
    problem: expect.stringMatching(/basics\.email must be an e-mail address/),
  });
});
