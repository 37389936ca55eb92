/**
 * Draws the picture that stands beside a link: paper, the title large, the name and the site small, a project's cover at
 * the side. Runs in the process for pictures beside links only.
 */
import satori from "satori";
import sharp from "sharp";
import { pictureSize } from "#lib/found/addresses.ts";
import { loadFonts } from "./fonts.ts";
import type { OgAnswer, OgJob } from "./og-job.ts";

const { width, height } = pictureSize;
const coverWidth = 400;
const maxCoverPixels = 50_000_000;

// Of all that libvips reads: our own drawing, and what covers are.
const loaders = ["JpegBuffer", "PngBuffer", "WebpBuffer", "HeifBuffer", "SvgBuffer"];
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
sharp.cache(false);
sharp.concurrency(1);

const fonts = loadFonts();

export async function drawPicture(job: OgJob): Promise<OgAnswer> {
  const cover = await fitCover(job.cover);
  const drawn = await drawText(job, cover !== undefined);
  const base = sharp(Buffer.from(drawn));
  const whole =
    cover === undefined
      ? base
      : base.composite([{ input: cover, left: width - coverWidth, top: 0 }]);
  // Text is smallest and sharpest in a few colors; a photograph in those would be large and poor.
  return job.type === "image/png"
    ? whole.png({ palette: true, effort: 6 }).toBuffer()
    : whole.jpeg({ quality: 84, chromaSubsampling: "4:4:4", mozjpeg: true }).toBuffer();
}

/** Undefined for what is no picture of these kinds, or a broken one: the picture then does without. */
async function fitCover(cover: Uint8Array | undefined): Promise<Buffer | undefined> {
  if (cover === undefined || !isRaster(cover)) return undefined;
  try {
    return await sharp(cover, { limitInputPixels: maxCoverPixels, failOn: "error", pages: 1 })
      .autoOrient()
      .resize(coverWidth, height, { fit: "cover", position: "attention" })
      .flatten({ background: colors.paper })
      .png()
      .toBuffer();
  } catch {
    // A link needs no cover.
    return undefined;
  }
}

/** By the first bytes: no SVG gets as far as its loader, which is there for our own. */
function isRaster(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return /^(?:\xFF\xD8\xFF|\x89PNG|RIFF.{4}WEBP|.{4}ftypavi[fs])/s.test(start);
}

/** Letters that no font of ours has would be boxes: they are left out, or the whole text when little would remain. */
async function drawText(job: OgJob, hasCover: boolean): Promise<string> {
  const missing = new Set<string>();
  const draw = (texts: OgJob) =>
    satori(layOut(texts, hasCover), {
      width,
      height,
      fonts,
      loadAdditionalAsset: async (_language, letters) => {
        for (const letter of letters) missing.add(letter);
        return [];
      },
    });
  const drawn = await draw(job);
  if (missing.size === 0) return drawn;
  const title = without(job.title, missing);
  return draw({
    ...job,
    // The host can always be drawn.
    title: title || without(job.siteName, missing) || job.host,
    description: without(job.description, missing),
    siteName: without(job.siteName, missing),
  });
}

function without(text: string, missing: ReadonlySet<string>): string {
  const letters = Array.from(text);
  const left = letters.filter((letter) => !missing.has(letter));
  const isLittle = letters.length - left.length > letters.length / 4;
  return isLittle ? "" : left.join("").replaceAll(/\s+/g, " ").trim();
}

// Steps 1, 12, 11 and 6 of the day's neutrals (tokens.css).
const colors = { paper: "#fbf9f5", ink: "#261d17", quiet: "#5f564e", line: "#d5d0c7" };

type Box = { type: "div"; props: { style: Record<string, string | number>; children: Child[] } };
type Child = Box | string;

function box(style: Record<string, string | number>, ...children: Child[]): Box {
  return { type: "div", props: { style: { display: "flex", ...style }, children } };
}

function lines(count: number, style: Record<string, string | number>, text: string): Box {
  return box(
    { display: "block", lineClamp: count, wordBreak: "break-word", overflow: "hidden", ...style },
    text,
  );
}

function layOut({ title, description, siteName, host, accent }: OgJob, hasCover: boolean): never {
  const size = titleSize(title, hasCover);
  const foot = [siteName, host].filter((text) => text !== "" && text !== title).join("  ·  ");
  return box(
    {
      width,
      height,
      boxSizing: "border-box",
      backgroundColor: colors.paper,
      color: colors.ink,
      fontFamily: "Figtree",
      flexDirection: "column",
      justifyContent: "space-between",
      padding: `72px ${hasCover ? coverWidth + 56 : 80}px 56px 80px`,
    },
    box(
      { flexDirection: "column" },
      box({ width: 72, height: 6, backgroundColor: accent, marginBottom: 40 }),
      lines(
        size > 70 ? 3 : 4,
        { fontFamily: "Brygada", fontWeight: 600, fontSize: size, lineHeight: 1.08 },
        title,
      ),
      ...(description && description !== title
        ? [
            lines(
              hasCover && size > 60 ? 3 : 2,
              { fontSize: 32, lineHeight: 1.35, color: colors.quiet, marginTop: 28 },
              description,
            ),
          ]
        : []),
    ),
    box(
      { borderTop: `1px solid ${colors.line}`, paddingTop: 28, fontSize: 28, color: colors.quiet },
      lines(1, {}, foot),
    ),
  ) as never;
}

function titleSize(title: string, hasCover: boolean): number {
  const letters =
    Math.max(Array.from(title).length, longestWord(title) * 2.5) * (hasCover ? 1.6 : 1);
  if (letters <= 16) return 128;
  if (letters <= 32) return 100;
  if (letters <= 64) return 80;
  return letters <= 110 ? 64 : 52;
}

function longestWord(text: string): number {
  return Math.max(...text.split(/\s+/).map((word) => word.length));
}
