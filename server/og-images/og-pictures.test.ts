import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import sharp from "sharp";
import { createLog } from "../log.ts";
import { publicDataOf } from "../../tests/support/public-data.ts";
import { SiteFileUnavailableError } from "../site-files/site-file.ts";
import { createOgPictures } from "./og-pictures.ts";

const origin = "https://ada.example";
const cover = { src: "/img/-/640.webp/cover.webp", alt: "", width: 640, height: 400 };
const data = publicDataOf({
  projects: {
    a: { slug: "atlas", title: "Atlas 🎉 of rain", summary: "Maps", cover },
    b: { slug: "broken", title: "Broken", summary: "", cover: { ...cover, src: "/broken.png" } },
    c: { slug: "chinese", title: "漢字のタイトル", summary: "" },
    d: { slug: "hush", title: "Hush", summary: "", hidden: true },
    e: { slug: "trap", title: "Broken", summary: "", cover: { ...cover, src: "/trap.svg" } },
    f: { slug: "plain", title: "Broken", summary: "" },
  },
  resume: { basics: { name: "Ada" } },
});
const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#f00" } })
  .webp()
  .toBuffer();
const trap = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#f00"/></svg>`;
const covers: Record<string, Uint8Array> = {
  [cover.src]: red,
  "/broken.png": red.subarray(0, 20),
  "/trap.svg": Buffer.from(trap),
};

function open() {
  const asked: string[] = [];
  const readCover = async (src: string) => {
    asked.push(src);
    return covers[src];
  };
  const pictures = createOgPictures({ readCover, log: createLog("silent"), now: Date.now });
  const read = async (file: string, of = data) => {
    const { maker } = pictures;
    const made = maker.owns(file) ? await maker.make(file, { data: of, origin }) : undefined;
    return made && Buffer.from(made.body);
  };
  return { pictures, read, asked };
}

const shared = open();
afterAll(() => shared.pictures.close());

/** Of a pixel near the right edge: where a cover is. */
async function colorAtSide(picture: Buffer | undefined) {
  const pixel = { left: 1150, top: 300, width: 1, height: 1 };
  const [red = 0, green = 0] = await sharp(picture).extract(pixel).raw().toBuffer();
  return red > 240 && green < 15 ? "cover" : green > 240 ? "paper" : "neither";
}

test("pages and projects have a picture of their own, a cover at its side; nothing else has", async () => {
  const { read, asked, pictures } = shared;
  const files = [
    "/og/index.png",
    "/og/about.png",
    "/og/project/atlas.jpg",
    "/og/project/chinese.jpg",
  ];
  const made = [];
  for (const file of files) made.push(await read(file));
  const formats = [];
  for (const picture of made) {
    const { format, width, height } = await sharp(picture).metadata();
    expect([width, height, picture!.length < 40_000]).toEqual([1200, 630, true]);
    formats.push(format);
  }
  expect(formats).toEqual(["png", "png", "jpeg", "jpeg"]);
  expect(new Set(made.map((each) => createHash("md5").update(each!).digest("hex"))).size).toBe(4);
  expect(await colorAtSide(made[2])).toBe("cover");
  expect(await colorAtSide(made[1])).toBe("paper");

  // Drawn once: what says the same is what was drawn.
  expect(await read("/og/project/atlas.jpg", { ...data, version: 2 })).toEqual(made[2]);
  expect(asked).toEqual([cover.src]);
  expect(pictures.pids()).toHaveLength(1);

  for (const file of ["hush", "none", "ATLAS"])
    expect(await read(`/og/project/${file}.jpg`)).toBeUndefined();
  expect(await read("/og/project/atlas.png")).toBeUndefined();
  expect(await read("/og/about.jpg")).toBeUndefined();
  for (const file of ["secret", "Settings", "project/", "../og/index", "index/x", "__proto__"]) {
    expect(await read(`/og/${file}.png`), file).toBeUndefined();
  }
});

test("a cover that is broken, or a drawing with a program in it, is left out", async () => {
  const { read } = shared;
  const plain = await read("/og/project/plain.jpg");
  expect(await colorAtSide(plain)).toBe("paper");
  expect(await read("/og/project/broken.jpg")).toEqual(plain);
  expect(await read("/og/project/trap.jpg")).toEqual(plain);
});

test("one cover is in memory at a time, and one that cannot be read is not tried again at once", async () => {
  const reading = { now: 0, most: 0, count: 0 };
  const pictures = createOgPictures({
    log: createLog("silent"),
    now: () => 0,
    readCover: async () => {
      reading.count += 1;
      reading.most = Math.max(reading.most, ++reading.now);
      await new Promise((resolve) => setImmediate(resolve));
      reading.now -= 1;
      throw new Error("out of reach");
    },
  });
  const projects = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [
      `p${at}`,
      { slug: `p${at}`, title: `P ${at}`, summary: "", cover },
    ]),
  );
  const many = { data: publicDataOf({ projects }), origin };
  const ask = async (slug: string) => pictures.maker.make(`/og/project/${slug}.jpg`, many);
  const asked = await Promise.allSettled(Object.keys(projects).map(ask));
  expect(asked.every(({ status }) => status === "rejected")).toBe(true);
  expect(reading).toEqual({ now: 0, most: 1, count: 100 });
  await expect(ask("p1")).rejects.toThrow(SiteFileUnavailableError);
  expect(reading.count).toBe(100);
  await pictures.close();
});

test("a server that stops does not wait for what is drawn, and leaves no process behind", async () => {
  const { pictures, read } = shared;
  const drawn = Promise.all([read("/og/resume.png"), read("/og/contact.png")]);
  const closed = drawn.catch((error: unknown) => error);
  await pictures.close();
  expect(await closed).toBeInstanceOf(Error);
  expect(pictures.pids()).toEqual([]);
});
