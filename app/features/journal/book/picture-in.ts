import type { RichElement } from "#lib/rich-text/elements.ts";

/** Its words and where it lies, with a size or without one; undefined: it is something else. */
export function pictureIn(element: RichElement): { src: string; alt: string } | undefined {
  if (typeof element === "string") return undefined;
  const [tag, attributes] = element;
  const picture = attributes?.["picture"];
  if (typeof picture === "object") return picture;
  if (tag !== "img") return undefined;
  const { src, alt } = attributes ?? {};
  return {
    src: typeof src === "string" ? src : "",
    alt: typeof alt === "string" ? alt : "",
  };
}
