import { expect, test } from "vitest";
import type { ResumeDocument } from "#lib/documents/resume.ts";
import type { PublicData } from "#lib/server-backend.ts";
import { resumePage } from "./resume-data.ts";

function files(resume: ResumeDocument, profile: Partial<PublicData["profile"]> | null = null) {
  const page = resumePage({ resume, profile } as PublicData);
  return page?.files.map(({ href }) => href);
}

test("without a resume there is nothing to show", () => {
  expect(resumePage({ resume: null } as PublicData)).toBeNull();
});

test("a resume is to be had on both kinds of paper and for programs", () => {
  expect(files({ basics: { name: "Łukasz Ősz" } })).toEqual([
    "/resume.pdf",
    "/resume-letter.pdf",
    "/resume.json",
  ]);
});

test("the owner's own PDF has the one size that it has, whatever its letters", () => {
  const profile = { resumePdf: { name: "public/resume.pdf" } };
  expect(files({ basics: { summary: "私は時計を修理します" } }, profile)).toEqual([
    "/resume.pdf",
    "/resume.json",
  ]);
});

test("no PDF is offered of what the server has no letters for, and the page says what to do instead", () => {
  const resume = { basics: { summary: "私は港の時計を修理します" } };
  expect(files(resume)).toEqual(["/resume.json"]);
  expect(resumePage({ resume, profile: null } as PublicData)?.hint).toContain("print");
});
