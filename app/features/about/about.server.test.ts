import { expect, test } from "vitest";
import { timeline } from "./about.server.ts";

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
