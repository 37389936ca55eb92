/** Shows what `toElements` of lib/rich-text made of a stored text. It says what is shown; this says it to React. */
import { createElement, Fragment } from "react";
import type { ReactNode } from "react";
import { Picture } from "#app/ui/picture.tsx";
import type { RichElement, RichElements } from "#lib/rich-text/elements.ts";

export function RichTextView({ doc }: { doc: RichElements }) {
  return createElement(Fragment, null, ...(doc.elements as RichElement[]).map(show));
}

function show(element: RichElement): ReactNode {
  if (typeof element === "string") return element;
  const [tag, attributes, ...content] = element;
  const picture = attributes?.["picture"];
  return typeof picture === "object" ? (
    <Picture image={picture} sizes="(width < 52em) 100vw, 48rem" />
  ) : (
    createElement(tag, attributes, ...content.map(show))
  );
}
