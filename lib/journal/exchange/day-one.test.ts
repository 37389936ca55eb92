import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import { checkRichText } from "../../rich-text/check.ts";
import { toMarkdown } from "../../rich-text/markdown.ts";
import { faultOfValue } from "../item-values.ts";
import { readDayOne } from "./day-one.ts";
import type { ReadChoices } from "./found.ts";
import { openImport } from "./open-import.ts";
import { allFound } from "./testing/found-items.ts";
import { dayOneEntries, dayOneZip } from "./testing/day-one-zip.ts";
import { weatherKindOf } from "./weather-words.ts";

async function read(entries?: readonly unknown[], choices?: ReadChoices) {
  const { from, journals } = await openImport([{ path: "", file: await dayOneZip(entries) }]);
  expect(from).toBe("dayOne");
  const [journal] = journals;
  return { journal: journal!, found: await allFound(journal!, choices) };
}

function markdownOf(found: Awaited<ReturnType<typeof read>>["found"], id: string): string {
  const doc: unknown = JSON.parse(String(found.items.get(`texts/${id}`)?.["doc"]?.["v"]));
  expect(checkRichText(doc)).toEqual([]);
  return toMarkdown(doc);
}

const first = "d1-0A1B2C3D4E5F60718293A4B5C6D7E8F9";
const second = "d1-11111111111111111111111111111111";

test("an entry has its day by the clock of its place, its title, place, weather, tags and star", async () => {
  const { found } = await read();
  const tags = [...found.items].filter(([key]) => key.startsWith("tags/"));
  expect(tags.map(([, registers]) => registers["name"]?.["v"])).toEqual(["Family", "New York"]);
  expect(found.items.get(`entries/${first}`)).toEqual({
    when: { v: "2024-07-03T23:30", zone: "America/New_York" },
    title: { v: "Fireworks!" },
    gist: {
      v: expect.stringMatching(/^We saw them from the roof\. Then home\./),
      words: expect.any(Number),
    },
    tags: { v: tags.map(([key]) => key.slice(5)).join(" ") },
    place: { v: "350 5th Ave, New York, United States", lat: 40.7484, lon: -73.9857 },
    weather: { v: "fair", temp: 27.3 },
    star: { v: true },
  });
});

test("photos stand where the text has them; films are kept and named, what is missing is said", async () => {
  const { journal, found } = await read();
  expect(markdownOf(found, first)).toBe(
    "We saw them from the roof. Then\\\nhome.\n\n![](/AdvancedJournal/media/d1-AAA111)\n\n## Later\n\n- [x] sleep\n\n*Film: vvv.mov*\n\n<em>Photo: gone.jpeg (not in the import)</em>",
  );
  expect(found.items.get("media/d1-AAA111")).toEqual({
    of: { entry: first },
    file: { name: "IMG_1.HEIC", type: "image/jpeg", size: 23, width: 4000, height: 3000, sha: "" },
    taken: { v: "2024-07-03T22:00", zone: "America/New_York" },
    spot: { lat: 40.7, lon: -74 },
  });
  expect([...found.files.keys()]).toEqual(["d1-AAA111", "d1-BBB222", "d1-VVV1", "d1-CCC333"]);
  expect(await found.files.get("d1-VVV1")!.text()).toBe("JPEG of videos/vvv.mov");
  expect(found.files.get("d1-VVV1")!.type).toBe("video/quicktime");
  expect(journal.said).toContain("Photo “gone.jpeg” is named, but is not in the ZIP.");
  expect(journal.counts).toEqual({
    entries: 4,
    first: "2015-01-01",
    last: "2024-07-03",
    days: 3,
    photos: 3,
    files: 1,
    withoutZone: 2,
    withoutDate: 1,
  });
});

test("the rich text is read where the text is empty, and of an all-day entry its date", async () => {
  const { journal, found } = await read();
  expect(found.items.get(`entries/${second}`)).toMatchObject({
    when: { v: "2015-01-01", zone: "Asia/Tokyo" },
    title: { v: "A title" },
    weather: { v: "rain" },
  });
  expect(markdownOf(found, second)).toBe(
    [
      "plain \\* and **bold** [link](https://a.example/x%20y)",
      "- one\n\n  - two",
      "* [x] done",
      "> said",
      "```\nlet x = *1*\n```",
      "![](/AdvancedJournal/media/d1-CCC333)",
      "1\\. end",
    ].join("\n\n"),
  );
  expect(journal.said).toContain("The weather “Frogs” has no word here.");
  expect(journal.said).toContain("An entry that is there twice was taken once.");
});

test("what has no zone or no date has what was chosen", async () => {
  const { found } = await read(undefined, { zone: "Asia/Tokyo", undated: { date: "2021-01-02" } });
  const when = (digit: string) => found.items.get(`entries/d1-${digit.repeat(32)}`)?.["when"];
  expect(when("2")).toEqual({ v: "2020-02-29T21:00", zone: "Asia/Tokyo" });
  expect(when("3")).toEqual({ v: "2021-01-02", zone: "Asia/Tokyo" });
  const left = await read(undefined, { zone: "UTC", undated: "leave" });
  expect(left.found.items.has(`entries/d1-${"3".repeat(32)}`)).toBe(false);
});

test("a text of half a million letters is several entries, and no word is missing", async () => {
  const text = Array.from({ length: 60_000 }, (_, at) => `word${at}`).join(" ");
  const { found } = await read([
    { uuid: "A", creationDate: "2024-01-01T00:00:00Z", text, timeZone: "UTC" },
  ]);
  const docs = [...found.items].filter(([key]) => key.startsWith("texts/"));
  expect(docs.map(([key]) => key)).toEqual(["texts/d1-A", "texts/d1-A-2", "texts/d1-A-3"]);
  const words = docs.flatMap(([key]) => markdownOf(found, key.slice(6)).split(/\s+/));
  expect(words.length).toBe(60_000);
  expect(new Set(words).size).toBe(60_000);
  expect(found.items.get("entries/d1-A-2")?.["title"]).toEqual({ v: "(2)" });
});

test.each([
  ["Mostly Sunny", "fair"],
  ["partly-cloudy-night", "fair"],
  ["mostly-cloudy-night", "cloudy"],
  ["Thunderstorms with Rain", "thunder"],
  ["Light Snow Showers", "snow"],
  ["clear-night", "clear"],
  ["Breezy and Overcast", "wind"],
  ["Haze", "fog"],
  ["frogs", undefined],
])("the weather %s is %s", (words, kind) => {
  expect(weatherKindOf(words)).toBe(kind);
});

test("a title that is too long stands in the text, too", async () => {
  const title = Array.from({ length: 80 }, (_, at) => `word${at}`).join(" ");
  const entry = { uuid: "A", creationDate: "2024-01-01T00:00:00Z", text: `# ${title}\n\nText.` };
  const { found } = await read([entry]);
  const short = String(found.items.get("entries/d1-A")?.["title"]?.["v"]);
  expect(short.length).toBeLessThanOrEqual(300);
  expect(title.startsWith(short.replace("…", ""))).toBe(true);
  expect(markdownOf(found, "d1-A")).toBe(`${title}\n\nText.`);
});

test("a file of more than 100 MB is left out, which is said", async () => {
  const file = {
    path: "videos/vvv.mov",
    size: 100 * 1_048_576 + 1,
    modified: "",
    blob: async () => new Blob(),
  };
  const journal = readDayOne(
    { name: "Diary", value: { entries: dayOneEntries.slice(0, 1) }, modified: "" },
    [file],
  );
  expect(journal.said).toContain("“vvv.mov” is larger than 100 MB.");
  const found = await allFound(journal);
  expect(found.files.size).toBe(0);
  expect(markdownOf(found, first)).toContain("Film: vvv.mov (not in the import)");
});

test("whatever stands in the file, what is found is what a journal keeps", async () => {
  const values = [
    null,
    undefined,
    "",
    "(null)",
    0,
    -1,
    1e300,
    true,
    [],
    {},
    [{}],
    "x".repeat(400),
    "2024-01-01T00:00:00Z",
    "Europe/Berlin",
    "# T\n\n![](dayone-moment://AAA111)",
    ["a", 1, "b".repeat(200)],
    { latitude: 91, longitude: 0 },
    { contents: [{ text: "x" }, 3] },
    "\uD800\u0000\u202E",
  ];
  for (let seed = 1; seed <= 150; seed += 1) {
    const { below, pick } = seededRandom(seed);
    const entries = Array.from({ length: 3 }, () => {
      const entry = structuredClone(pick(dayOneEntries)) as Record<string, unknown>;
      entry["uuid"] = pick(["x", "y", "z/..", "", 5]);
      for (let times = below(5); times > 0; times -= 1) {
        entry[pick(Object.keys(entry))] = pick(values);
      }
      if (below(3) === 0)
        entry["photos"] = [
          pick(values),
          {
            identifier: pick(values),
            md5: "aaa",
            width: pick(values),
            filename: pick(values),
            date: pick(values),
          },
        ];
      return below(8) === 0 ? pick(values) : entry;
    });
    const { found } = await read(entries);
    for (const [key, registers] of found.items) {
      const [kind = "", id = ""] = key.split("/");
      expect(id, `seed ${seed}`).toMatch(/^[A-Za-z0-9_-]{1,120}$/);
      for (const [name, value] of Object.entries(registers)) {
        expect(
          faultOfValue(kind, name, value),
          `seed ${seed} ${key}/${name} ${JSON.stringify(value)}`,
        ).toBeUndefined();
      }
      if (kind === "texts") markdownOf(found, id);
    }
  }
});
