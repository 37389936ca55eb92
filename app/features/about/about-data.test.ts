import { expect, test } from "vitest";
import type { PublicData } from "#lib/server-backend.ts";
import { aboutPage, timeline } from "./about-data.ts";

test("the timeline joins work and education, the latest start first and undated last", () => {
  const resume = {
    work: [
      { name: "Harbour", position: "Engineer", startDate: "2019-04", endDate: "2022-01" },
      { name: "Odd jobs" },
    ],
    education: [{ institution: "Delft", studyType: "MSc", area: "Design", startDate: "2020-09" }],
  };
  expect(timeline(resume)).toEqual([
    { when: "Sep 2020 – now", title: "MSc, Design", place: "Delft" },
    { when: "Apr 2019 – Jan 2022", title: "Engineer", place: "Harbour" },
    { when: "", title: "Odd jobs", place: "" },
  ]);
});

test("without a resume the timeline is empty", () => {
  expect(timeline(null)).toEqual([]);
});

test("the parts stand in the owner's order, and what a hidden one holds is not in the page's data", () => {
  const profile = {
    now: ["Reading"],
    values: [{ title: "Calm", text: "No hurry." }],
    uses: [{ title: "Desk", items: ["Lamp"] }],
    story: { type: "doc", content: [] },
  };
  const sections = {
    about: [
      { id: "uses", hidden: false },
      { id: "now", hidden: false },
    ],
  };
  const resume = { basics: { summary: "Twelve years." }, skills: [{ name: "Web" }] };
  const shown = aboutPage({ profile, resume, sections } as unknown as PublicData);
  expect(shown.sections).toEqual(["uses", "now"]);
  expect(shown).toMatchObject({ now: ["Reading"], values: [], skills: [], timeline: [] });
  expect(JSON.stringify(shown)).not.toMatch(/Calm|Web|Twelve|doc/);
});
