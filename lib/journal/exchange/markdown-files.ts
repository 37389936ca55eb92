/** Pictures and other files that a Markdown file shows, found in its folder. */
import type { Picture } from "../../rich-text/from-markdown.ts";
import { longest, mostFileBytes, mostPhotosInEntry } from "../limits.ts";
import { mediaAddress } from "../media-address.ts";
import type { FoundFile, FoundItem } from "./found.ts";
import { mapLines, outsideCode } from "./markdown-source.ts";
import { type SourceFile, baseOf, typeOfName } from "./source-file.ts";
import { stableId } from "./stable-id.ts";

export type FolderFiles = {
  /** By what stands in a text. @param from path of the text. Undefined: there is none, or it is ambiguous */
  find(from: string, href: string): SourceFile | undefined;
};

export function folderFiles(files: readonly SourceFile[]): FolderFiles {
  const byPath = new Map<string, SourceFile>();
  const byName = new Map<string, SourceFile | undefined>();
  for (const file of files) {
    const path = file.path.toLowerCase().normalize("NFC");
    byPath.set(path, file);
    const name = baseOf(path);
    byName.set(name, byName.has(name) ? undefined : file);
  }
  return {
    find(from, href) {
      if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return undefined;
      for (const plain of new Set([
        href,
        decodedOf(href),
        decodedOf(href.replace(/[?#].*$/, "")),
      ])) {
        const path = plain.toLowerCase().normalize("NFC").replaceAll("\\", "/");
        const below = joined(from.toLowerCase().normalize("NFC"), path);
        // Notes name a file by its path in the whole folder, or by its name alone.
        const file = byPath.get(below) ?? byPath.get(joined("", path)) ?? byName.get(baseOf(path));
        if (file) return file;
      }
      return undefined;
    },
  };
}

// No part of these forms can begin within itself: text that has thousands of beginnings and no end is looked through once.

/** `![alt](address "title")`, in the forms that can be told from words. */
export const shownPicture =
  /!\[((?:\\.|[^[\]\\\n])*)\]\((?:<([^<>\n]+)>|((?:[^()\s]|\([^()\s]*\))+))(?:[ \t]+"(?:\\.|[^"\\\n])*")?[ \t]*\)/g;
/** `![[name.jpg#part|words]]` */
export const shownWiki = /!\[\[([^[\]|#\n]+)(?:#[^[\]|\n]*)?(?:\|([^[\]\n]*))?\]\]/g;

export type ShownFiles = {
  /** With words in place of files that are no pictures, and pictures of wikis as Markdown has them. */
  prepared: string;
  pictureOf(href: string, words: { alt: string; title: string }): Picture | undefined;
  /** What was shown, each once; complete when the text was read. */
  files(): { item: FoundItem; file: SourceFile }[];
  said: string[];
};

export function shownFiles(
  markdown: string,
  { entry, path, folder }: { entry: string; path: string; folder: FolderFiles },
): ShownFiles {
  const found = new Map<SourceFile, { item: FoundItem; file: SourceFile }>();
  const said: string[] = [];

  /** Undefined: it cannot be taken, which is said. */
  function take(file: SourceFile): FoundItem | undefined {
    const had = found.get(file);
    if (had) return had.item;
    const name = baseOf(file.path).slice(-longest.fileName).toWellFormed();
    if (file.size > mostFileBytes) said.push(`“${name}” is larger than 100 MB.`);
    else if (file.size === 0) said.push(`“${name}” is empty.`);
    else if (found.size >= mostPhotosInEntry) {
      said.push(
        `“${name}” is left out: an entry has at most ${mostPhotosInEntry} photos and files.`,
      );
    } else {
      const [size, type] = [file.size, typeOfName(name)];
      const registers = {
        of: { entry },
        file: { name, type, size, width: 0, height: 0, sha: "" },
      };
      const item: FoundItem = { kind: "media", id: stableId("md", entry, file.path), registers };
      found.set(file, { item, file });
      return item;
    }
    return undefined;
  }

  /** Undefined: it stays as it is. */
  function wordsFor(href: string): string | undefined {
    const file = folder.find(path, href);
    if (!file || isNote(file.path) || isPicture(file.path) || !take(file)) return undefined;
    return `*File: ${baseOf(file.path).replaceAll(/[\\`*_[\]<>~&!]/g, "\\$&")}*`;
  }

  const prepare = (words: string) =>
    words
      .replaceAll(shownWiki, (whole, name: string, alt = "") => {
        const file = folder.find(path, name.trim());
        if (!file || isNote(file.path)) return whole;
        // A number there is a width.
        const words = /^\d+(?:x\d+)?$/.test(alt) ? "" : alt.replaceAll(/[[\]\\]/g, "\\$&");
        return (
          wordsFor(name.trim()) ??
          `![${words}](<${name.trim().replaceAll(/[<>\\]/g, encodeURIComponent)}>)`
        );
      })
      .replaceAll(shownPicture, (whole, alt, one, other) => {
        const said = wordsFor(String(one ?? other));
        return said === undefined ? whole : `${said} ${alt}`.trim();
      });
  const prepared = mapLines(markdown, (line) => outsideCode(line, prepare));

  return {
    prepared,
    pictureOf(href, { alt, title }) {
      const file = folder.find(path, href);
      if (!file || !isPicture(file.path)) {
        if (file && !isNote(file.path)) take(file);
        else if (!/^[a-z][a-z0-9+.-]*:/i.test(href))
          said.push(`The picture “${href.slice(0, 100)}” was not found.`);
        return undefined;
      }
      const item = take(file);
      return (
        item && {
          src: mediaAddress(item.id),
          ...(alt !== "" && { alt: alt.slice(0, longest.caption) }),
          ...(title !== "" && { title: title.slice(0, longest.caption) }),
        }
      );
    },
    files: () => [...found.values()],
    said,
  };
}

/** @returns those that could be opened */
export async function openedFiles(
  shown: ShownFiles,
): Promise<{ items: FoundItem[]; files: FoundFile[] }> {
  const items: FoundItem[] = [];
  const files: FoundFile[] = [];
  for (const { item, file } of shown.files()) {
    try {
      files.push({ media: item.id, blob: await file.blob(typeOfName(file.path)) });
      items.push(item);
    } catch (error) {
      // Its entry is taken all the same.
      if (!(error instanceof Error)) throw error;
      shown.said.push(`“${baseOf(file.path)}” could not be read: ${error.message}`);
    }
  }
  return { items, files };
}

export function isNote(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

export function isPicture(path: string): boolean {
  return typeOfName(path).startsWith("image/");
}

function decodedOf(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    // A % of its own.
    return href;
  }
}

/** Empty: it leads out. */
function joined(from: string, href: string): string {
  const parts = href.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const part of href.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return "";
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
