/** A journal as Markdown files with front matter, which other programs read: `2026/12/2026-12-01 2140 First words.md`. */
import type { Item } from "../../records/register.ts";
import { toMarkdown } from "../../rich-text/markdown.ts";
import { type Entry, entryOf, newestFirst } from "../entry.ts";
import { docIn, firstWords } from "../gist.ts";
import { type Media, entryTextOf, mediaOf, topicOf } from "../journal-items.ts";
import { mediaIdOf } from "../media-address.ts";
import { weatherWords } from "../weather.ts";
import type { CopyFile, CopyOptions } from "./copy-source.ts";
import { writeFrontMatter } from "./front-matter.ts";
import { mediaName } from "./media-name.ts";

/** Without what is in the trash. */
export async function* markdownFiles(options: CopyOptions): AsyncGenerator<CopyFile> {
  const { source, folder, hear, say } = options;
  const entries = [...source.all("entries")]
    .flatMap(([id, item]) => entryOf(id, item) ?? [])
    .filter(({ isGone }) => !isGone)
    .toSorted((one, other) => newestFirst(other, one));
  const media = Map.groupBy(shownMedia(source.all("media")), ({ entry }) => entry);
  const words = { tags: namesOf("tags", options), people: namesOf("people", options) };
  const taken = new Set<string>();
  const wanted: Media[] = [];
  for (const entry of entries) {
    // oxlint-disable-next-line no-await-in-loop -- one text is in memory at a time
    const text = await source.text(entry.id);
    if (!text && entry.words > 0) say(`The text of “${nameOf(entry)}” was not to be found.`);
    const own = media.get(entry.id) ?? [];
    wanted.push(...own);
    const file = markdownFile(entry, { doc: docIn(entryTextOf(text).doc), media: own, ...words });
    yield { name: folder + freePath(entry, taken), input: new Blob([file]) };
    hear({ entries: 1 });
  }
  for (const one of wanted) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- photos are large
      yield { name: folder + pathOf(one), input: await source.file(one.id) };
    } catch (error) {
      // Everything else is still worth having.
      if (!(error instanceof Error)) throw error;
      say(`“${one.name}” is not in it: ${error.message}`);
    }
    hear({ files: 1 });
  }
}

type Around = {
  doc: unknown;
  media: readonly Media[];
  /** By id. */
  tags: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
};

/** One entry; its photos are `../../media/ID.jpg`. */
function markdownFile(entry: Entry, { doc, media, tags, people }: Around): string {
  const byId = new Map(media.map((one) => [one.id, one]));
  const shown = new Set<string>();
  const pictureAddress = (src: string) => {
    const one = byId.get(mediaIdOf(src) ?? "");
    if (!one) return src;
    shown.add(one.id);
    return `../../${pathOf(one)}`;
  };
  const body = toMarkdown(doc, { pictureAddress });
  const rest = media
    .filter(({ id }) => !shown.has(id))
    .map((one) => toMarkdown(pictureDoc(one), { pictureAddress: () => `../../${pathOf(one)}` }));
  const { v, zone } = entry.when;
  const names = (ids: readonly string[], known: ReadonlyMap<string, string>) =>
    ids.flatMap((id) => known.get(id) ?? []);
  const head = writeFrontMatter({
    id: entry.id,
    title: entry.title,
    date: v.slice(0, 10),
    time: v.slice(11) || undefined,
    tz: zone || undefined,
    mood: entry.mood || undefined,
    tags: names(entry.tags, tags),
    people: names(entry.people, people),
    place: entry.place?.name || undefined,
    lat: entry.place?.spot?.lat,
    lon: entry.place?.spot?.lon,
    weather: entry.weather ? weatherWords[entry.weather.kind] : undefined,
    temperature: entry.weather?.temp ?? undefined,
    starred: entry.star || undefined,
  });
  const words = [body, ...rest].filter(Boolean).join("\n\n");
  return words === "" ? head : `${head}\n${words}\n`;
}

function pictureDoc({ alt, caption, name }: Media): unknown {
  const attrs = { src: "/", alt: alt || caption || name, title: caption || null };
  return { type: "doc", content: [{ type: "image", attrs }] };
}

function shownMedia(all: ReadonlyMap<string, Item>): Media[] {
  return [...all].flatMap(([id, item]) => {
    const media = mediaOf(id, item);
    return media && !media.isGone ? [media] : [];
  });
}

function namesOf(kind: "tags" | "people", { source }: CopyOptions): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [id, item] of source.all(kind)) {
    const topic = topicOf(kind, id, item);
    if (topic && !topic.isGone) names.set(id, topic.name);
  }
  return names;
}

function pathOf(media: Media): string {
  return `media/${mediaName(media.id, media)}`;
}

/** What no folder of any system takes in a name. */
const refused = /[\p{Cc}\p{Cf}\\/:*?"<>|#^[\]%]+/gu;

function freePath(entry: Entry, taken: Set<string>): string {
  const { v } = entry.when;
  const words = firstWords(nameOf(entry).replaceAll(refused, " "), 60).replace(/[.…\s]+$/, "");
  const start = [v.slice(0, 10), v.slice(11).replace(":", ""), words].filter(Boolean).join(" ");
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? start : `${start} (${count})`;
    const path = `${v.slice(0, 4)}/${v.slice(5, 7)}/${name}.md`;
    // Some systems tell no case apart.
    const folded = path.normalize("NFC").toLowerCase();
    if (taken.has(folded)) continue;
    taken.add(folded);
    return path;
  }
}

function nameOf({ title, gist, when }: Entry): string {
  return title || gist || when.v;
}
