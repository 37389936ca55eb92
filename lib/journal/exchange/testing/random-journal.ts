/** Journals as people might have them, the same for the same seed. */
import { type Random, seededRandom } from "../../../../tests/support/seeded-random.ts";
import type { Item, Parts } from "../../../records/register.ts";
import { fromMarkdown } from "../../../rich-text/from-markdown.ts";
import { gistOf } from "../../gist.ts";
import { mediaAddress } from "../../media-address.ts";
import type { JournalKind } from "../../shape.ts";
import { weatherKinds } from "../../weather.ts";
import type { CopySource } from "../copy-source.ts";

export type RandomJournal = {
  kinds: ReadonlyMap<JournalKind, ReadonlyMap<string, Item>>;
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  source: CopySource;
};

const words = [
  ...'rain sea Zoë naïve 北京 にほん สวัสดี 👩‍👩‍👧 \u202Eabc O\'Neil 3.5 --- # * _x_ [a](b) <b> &amp; "q" a:b\\n - ].'.split(
    " ",
  ),
  "two  spaces",
];
const markdowns = [
  "# One\n\nSome **bold** and *it*\nnext line",
  "- a\n- b\n  1. c\n\n> quoted\n\n```ts\nlet x = 1;\n```",
  "- [x] done\n- [ ] open\n\n| a | b |\n| - | - |\n| 1 | *2* |\n\n---",
  "[link](https://a.example/) and `code` ~~no~~ <u>u</u> H<sub>2</sub>O",
];
const zones = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "+05:30", ""];

export function randomJournal(seed: number): RandomJournal {
  const random = seededRandom(seed);
  const { below, pick } = random;
  const kinds = new Map<JournalKind, Map<string, Item>>();
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let t = 1_700_000_000_000_000 + below(1_000_000);
  const put = (kind: JournalKind, id: string, registers: Record<string, Parts>) => {
    const written = Object.entries(registers).map(([name, value]) => [
      name,
      { value, t: ++t, p: 0 },
    ]);
    const all = kinds.get(kind) ?? kinds.set(kind, new Map()).get(kind)!;
    all.set(id, { at: 1, registers: Object.fromEntries(written) as Item["registers"] });
  };
  const text = (most: number) =>
    Array.from({ length: below(6) }, () => pick(words))
      .join(" ")
      .slice(0, most)
      .toWellFormed();
  const some = (value: () => Record<string, Parts>) => (below(2) === 0 ? {} : value());
  const ids = (start: string, most: number) =>
    Array.from({ length: below(most) }, (_, at) => `${start}${at}_${below(1000)}`);

  put("journal", "journal", {
    name: { v: text(80) || "Diary" },
    ...some(() => ({ colour: { v: pick(["", "blue", "red"]) } })),
    ...some(() => ({ week: { v: pick(["mo", "su"]) } })),
    ...some(() => ({ prompts: { v: pick([true, false]) }, stripPhotos: { v: "always" } })),
  });
  const topics = (kind: "tags" | "people") =>
    ids(kind, 5).map((id) => {
      put(kind, id, {
        name: { v: text(80) },
        ...some(() => ({ gone: { v: pick([true, false]) } })),
      });
      return id;
    });
  const [tags, people] = [topics("tags"), topics("people")];
  for (const id of ids("t", 3)) {
    put("templates", id, {
      name: { v: text(80) },
      doc: { v: docOf(random, []) },
      order: { v: "a0" },
    });
  }
  for (const id of ids("l", 3)) {
    put("lost", id, { of: { v: "entries/e0/title" }, text: { v: text(100) } });
  }
  for (const id of [...ids("e", 9), ...ids("d1-", 3)]) {
    const photos = ids(`m-${id}-`, 3);
    // Somebody has taken all words away again.
    const doc = below(8) === 0 ? "" : docOf(random, photos);
    const hasText = below(5) > 0;
    const stamps = Array.from({ length: below(4) }, () => t - below(1_000_000_000) - 1);
    put("entries", id, {
      when: { v: dayOf(random), zone: pick(zones) },
      ...(hasText && { gist: gistOf(doc) }),
      ...some(() => ({ title: { v: text(300) } })),
      ...some(() => ({ mood: { v: below(6) } })),
      ...some(() => ({ tags: { v: tags.filter(() => below(2) === 0).join(" ") } })),
      ...some(() => ({ people: { v: people.join(" ") } })),
      ...some(() => ({
        place: { v: text(200), ...(below(2) === 0 && { lat: -1.5, lon: 170.25 }) },
      })),
      ...some(() => ({
        weather: { v: pick(["", ...weatherKinds]), ...(below(2) === 0 && { temp: -2.5 }) },
      })),
      ...some(() => ({ star: { v: pick([true, false]) } })),
      ...some(() => ({ gone: { v: pick([true, false]) } })),
      ...(stamps.length > 0 && { revs: { v: stamps.join(" ") } }),
    });
    if (hasText) put("texts", id, { doc: { v: doc } });
    for (const stamp of stamps) {
      put("revs", `${id}-${stamp}`, {
        doc: { v: docOf(random, photos) },
        title: { v: text(300) },
        of: { entry: id, device: pick(["", "Firefox on Linux"]) },
      });
    }
    for (const photo of photos) {
      const bytes = Uint8Array.from({ length: 1 + below(300) }, () => below(256));
      files.set(photo, bytes);
      put("media", photo, {
        of: { entry: id },
        file: {
          name: `${text(50)}.jpg`,
          type: pick(["image/jpeg", "video/mp4", "x-a/b"]),
          size: bytes.length,
          width: below(9000),
          height: 0,
          sha: "",
        },
        ...some(() => ({ taken: { v: dayOf(random), zone: "" }, spot: { lat: 0, lon: -0.5 } })),
        ...some(() => ({ caption: { v: text(500) }, alt: { v: text(500) } })),
        ...some(() => ({ gone: { v: true } })),
      });
    }
  }
  return { kinds, files, source: sourceOf(kinds, files) };
}

export function sourceOf(
  kinds: ReadonlyMap<JournalKind, ReadonlyMap<string, Item>>,
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): CopySource {
  const all = (kind: JournalKind) => kinds.get(kind) ?? new Map<string, Item>();
  return {
    all,
    text: async (entry) => all("texts").get(entry),
    revision: async (entry, t) => all("revs").get(`${entry}-${t}`),
    async file(media) {
      const bytes = files.get(media);
      if (!bytes) throw new Error("It is on its way from another device.");
      return new Blob([bytes]);
    },
  };
}

function dayOf({ below }: Random): string {
  const date = new Date(
    Date.UTC(1950 + below(100), below(12), 1 + below(31), below(24), below(60)),
  );
  return date.toISOString().slice(0, below(8) === 0 ? 10 : 16);
}

function docOf({ below, pick }: Random, photos: readonly string[]): string {
  const chosen = Array.from({ length: 1 + below(3) }, () => pick(markdowns));
  const { content } = fromMarkdown(`${pick(words)} ${chosen.join("\n\n")}`);
  for (const photo of photos) {
    if (below(2) === 0) continue;
    const attrs = { src: mediaAddress(photo), alt: pick(words), title: null };
    content.splice(below(content.length + 1), 0, { type: "image", attrs });
  }
  return JSON.stringify({ type: "doc", content });
}
