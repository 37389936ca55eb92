/**
 * What is asked of rich texts and pictures where a document is written, beyond what a page needs to show it: reading
 * stays patient, so that nothing disappears because of a detail.
 */
import { checkRichText } from "../rich-text/check.ts";
import type { Fault } from "./check-document.ts";
import { isBlank } from "./parts.ts";

type Places = { texts: readonly string[]; pictures: readonly string[] };

/** By collection, or by the path of a document. A field of pictures holds one or a list. */
const places: Readonly<Record<string, Places>> = {
  projects: { texts: ["body"], pictures: ["cover", "gallery"] },
  certificates: { texts: [], pictures: ["image"] },
  foodPosts: { texts: ["body"], pictures: ["cover", "gallery"] },
  foodWishlist: { texts: [], pictures: ["image"] },
  "site/profile": { texts: ["story"], pictures: ["photo"] },
};

/** For a document that fits its schema. */
export function textAndPictureFaults(path: string, data: unknown): Fault[] {
  const collection = path.split("/")[0] ?? "";
  const key = [path, collection].find((name) => Object.hasOwn(places, name));
  if (key === undefined || typeof data !== "object" || data === null) return [];
  const { texts, pictures } = places[key]!;
  const fields = data as Record<string, unknown>;
  return [
    ...texts.flatMap((name) => textFaults(name, fields[name])),
    // What is not shown yet may wait for its words.
    ...(fields["hidden"] === true ? [] : pictures.flatMap((name) => altFaults(name, fields[name]))),
  ];
}

function textFaults(name: string, text: unknown): Fault[] {
  if (text === undefined) return [];
  return checkRichText(text).map(({ path, message }) => ({
    path: path === "" ? name : `${name}.${path}`,
    message,
  }));
}

function altFaults(name: string, value: unknown): Fault[] {
  if (value === undefined) return [];
  const pictures = Array.isArray(value) ? value : [value];
  return pictures.flatMap((picture: { alt: string }, at) => {
    const place = Array.isArray(value) ? `${name}[${at}]` : name;
    if (!isBlank(picture.alt)) return [];
    return [{ path: `${place}.alt`, message: "is empty; say what the picture shows" }];
  });
}
