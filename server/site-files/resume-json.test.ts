import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fromJSONSchema } from "zod";
import { publicDataOf, updateTime } from "../../tests/support/public-data.ts";
import { resumeJson } from "./resume-json.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
const standard = fromJSONSchema(read("tests/fixtures/resume.schema.json"));

async function made(resume: object | undefined) {
  const data = publicDataOf(resume === undefined ? {} : { resume });
  const file = await resumeJson.make("/resume.json", { data, origin: "https://ada.example" });
  return file === undefined ? undefined : JSON.parse(String(file.body));
}

test("a resume with all sections comes out as it went in, valid by the standard", async () => {
  const resume = read("content/resume.json");
  expect(Object.keys(resume)).toEqual(
    expect.arrayContaining([
      "work",
      "volunteer",
      "education",
      "awards",
      "certificates",
      "publications",
      "skills",
      "languages",
      "interests",
      "references",
      "projects",
    ]),
  );
  const json = await made(resume);
  expect(json).toEqual(resume);
  expect(standard.safeParse(json).error).toBeUndefined();
  expect(standard.safeParse({ ...json, work: [{ startDate: "soon" }] }).success).toBe(false);
});

test("what a resume does not say of itself is filled in, and what is not the standard's stays at home", async () => {
  const json = await made({ basics: { name: "Ada", shoeSize: 39 }, salary: 1 });
  expect(json).toEqual({
    $schema: expect.stringContaining("jsonresume"),
    basics: { name: "Ada" },
    meta: { canonical: "https://ada.example/resume.json", lastModified: updateTime },
  });
  expect(standard.safeParse(json).error).toBeUndefined();
});

test("without a resume there is no file", async () => {
  expect(await made(undefined)).toBeUndefined();
});
