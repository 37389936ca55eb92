/** A folder, or a ZIP, of Markdown files: an entry each. */
import { fenceFor } from "../../rich-text/markdown-line.ts";
import type { EntryWhen } from "../days.ts";
import { firstWords } from "../gist.ts";
import { longest } from "../limits.ts";
import { createCounting } from "./counting.ts";
import { undated } from "./day-one.ts";
import { docsOfMarkdown } from "./docs-of.ts";
import { entryItems } from "./entry-items.ts";
import { type FoundGroup, type FoundJournal, ImportError, type ReadChoices } from "./found.ts";
import { readFrontMatter } from "./front-matter.ts";
import { dateInWords, momentIn, momentOfPath } from "./markdown-dates.ts";
import { type MarkdownFields, markdownFields } from "./markdown-fields.ts";
import {
  type FolderFiles,
  folderFiles,
  isNote,
  isPicture,
  openedFiles,
  shownFiles,
  shownPicture,
  shownWiki,
} from "./markdown-files.ts";
import { lowerHeadings, splitTitle, withPlainEnds } from "./markdown-source.ts";
import { type SourceFile, textOf } from "./source-file.ts";
import { stableId } from "./stable-id.ts";
import { createTopicsFound } from "./topics-found.ts";

const mostBytes = 5_000_000;

type Read = {
  fields: MarkdownFields;
  /** Undefined: neither the file nor its name says one. */
  when: EntryWhen | undefined;
  title: string;
  body: string;
  id: string;
};

/** @param name of the folder, @throws ImportError there is no Markdown in it */
export async function readMarkdownFolder(
  name: string,
  all: readonly SourceFile[],
): Promise<FoundJournal> {
  const notes = all
    .filter(({ path }) => isNote(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  if (notes.length === 0) throw new ImportError("There is no Markdown file in it.");
  const folder = folderFiles(all);
  const topics = createTopicsFound();
  const counting = createCounting();
  const taken: { file: SourceFile; id: string }[] = [];
  const ids = new Set<string>();
  const shown = new Set<SourceFile>();

  for (const file of notes) {
    const read = await readNote(file, "", counting.say);
    if (!read) continue;
    if (ids.has(read.id)) {
      counting.say(`${file.path} has the id of another file, and was left out.`);
      continue;
    }
    ids.add(read.id);
    taken.push({ file, id: read.id });
    const { when, title, body, fields } = read;
    counting.entry({
      date: when?.v.slice(0, 10) ?? "",
      hasZone: when === undefined || when.zone !== "",
      title: title === "" ? firstWords(body, 80) : title,
    });
    topics.idsOf("tags", fields.tags);
    topics.idsOf("people", fields.people);
    for (const one of filesNamed(body, file.path, folder)) shown.add(one);
  }
  for (const file of shown) counting.file(isPicture(file.path));
  const others = all.filter((file) => !isNote(file.path) && !shown.has(file)).length;
  if (others > 0) {
    counting.say(
      `${others.toLocaleString("en")} other ${others === 1 ? "file is" : "files are"} shown by no entry, and left out.`,
    );
  }

  async function* groups(choices: ReadChoices): AsyncGenerator<FoundGroup> {
    for (const { file, id } of taken) {
      const group = await groupOf(file, id, choices);
      if (group) yield group;
    }
  }

  async function groupOf(
    file: SourceFile,
    id: string,
    choices: ReadChoices,
  ): Promise<FoundGroup | undefined> {
    const read = await readNote(file, choices.zone);
    if (!read) return undefined;
    const { fields, title, body } = read;
    const when = read.when ?? undated(choices, file.modified, choices.zone);
    if (!when) return undefined;
    const files = shownFiles(withRest(body, fields.rest), { entry: id, path: file.path, folder });
    const docs = docsOfMarkdown(lowerHeadings(files.prepared), files);
    const { mood, place, weather, star } = fields;
    const items = entryItems(
      {
        id,
        when: { v: when.v, zone: when.zone === "" ? choices.zone : when.zone },
        title,
        mood,
        tags: topics.idsOf("tags", fields.tags),
        people: topics.idsOf("people", fields.people),
        place,
        weather,
        star,
      },
      docs,
    );
    const opened = await openedFiles(files);
    return { items: [...items, ...opened.items], files: opened.files, said: files.said };
  }

  return {
    name: firstWords(name, longest.name),
    settings: {},
    topics: topics.all(),
    ids: taken.map(({ id }) => id),
    ...counting.result(),
    groups,
  };
}

/** Undefined: it cannot be read, which is said. */
async function readNote(
  file: SourceFile,
  zone: string,
  say: (sentence: string) => void = () => undefined,
): Promise<Read | undefined> {
  let text: string;
  try {
    text = withPlainEnds(await textOf(file, mostBytes));
  } catch (error) {
    // The others are read.
    if (!(error instanceof Error)) throw error;
    say(error.message);
    return undefined;
  }
  if (text.trim() === "") {
    say(`${file.path} is empty.`);
    return undefined;
  }
  const front = readFrontMatter(text);
  const fields = markdownFields(front, zone);
  const named = momentOfPath(file.path);
  const { title: heading, rest } = splitTitle(front?.body ?? text);
  const inHeading = dateInWords(heading);
  const when = fields.when ?? named ?? (inHeading === "" ? undefined : { v: inHeading, zone: "" });
  const given = titleOf({ fields, heading, named: named?.rest ?? nameOf(file.path) });
  return {
    fields,
    when: when && { v: when.v, zone: when.zone },
    title: given.title,
    body: (given.isHeading ? rest : (front?.body ?? text)).trim(),
    id: fields.id === "" ? stableId("md", file.path, fields.when?.v.slice(0, 10) ?? "") : fields.id,
  };
}

function titleOf({
  fields,
  heading,
  named,
}: {
  fields: MarkdownFields;
  heading: string;
  named: string;
}): { title: string; isHeading: boolean } {
  if (fields.title !== undefined)
    return { title: fields.title, isHeading: fields.title === heading };
  if (heading === "") return { title: named, isHeading: false };
  const isDate = heading.length < 40 && momentIn(heading, "")?.v === heading;
  return { title: isDate ? named : heading, isHeading: true };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[A-Za-z]+$/, "");
}

/** What front matter says beyond what a journal knows is not lost. */
function withRest(body: string, rest: string): string {
  if (rest === "") return body;
  const fence = fenceFor(rest, 3);
  return `${body}\n\n${fence}yaml\n${rest}\n${fence}\n`;
}

/** For counting: what the text names, wherever. */
function filesNamed(body: string, path: string, folder: FolderFiles): SourceFile[] {
  const named = [
    ...[...body.matchAll(shownWiki)].map(([, wiki]) => wiki),
    ...[...body.matchAll(shownPicture)].map(([, , pointed, plain]) => pointed ?? plain),
  ];
  return named.flatMap((href = "") => {
    const file = folder.find(path, href.trim());
    return file && !isNote(file.path) ? [file] : [];
  });
}
