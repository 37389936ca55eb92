/** A text as it reads: what `toElements` of lib/rich-text says, with the pictures of the journal. */
import { createElement, Fragment, useMemo } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { RichTextDoc } from "#app/parts/rich-text/rich-text-doc.ts";
import { type RichElement, toElements } from "#lib/rich-text/elements.ts";
import { mediaIdOf } from "#lib/journal/media-address.ts";
import { JournalPicture } from "../photos/journal-picture.tsx";

type Props = {
  entry: { journal: string };
  doc: RichTextDoc | undefined;
  /** Shown where it is no rich text. */
  text: string;
};

export function TextView({ entry: { journal }, doc, text }: Props) {
  const shown = useMemo(() => {
    const { elements } = toElements(doc);
    return createElement(
      Fragment,
      null,
      ...(elements as RichElement[]).map((element) => show(element, journal)),
    );
  }, [doc, journal]);
  if (text === "") return null;
  return (
    <div className="prose entry-prose" dir="auto">
      {doc === undefined ? <p>{text}</p> : shown}
    </div>
  );
}

function show(element: RichElement, journal: string): ReactNode {
  if (typeof element === "string") return element;
  const [tag, attributes, ...content] = element;
  const picture = attributes?.["picture"];
  if (typeof picture === "object") return shownPicture(picture, journal);
  // One whose size nobody knows.
  if (tag === "img") {
    const { src, alt } = attributes ?? {};
    return shownPicture({ src: textOf(src), alt: textOf(alt) }, journal);
  }
  const shown = content.map((part) => show(part, journal));
  const href = tag === "a" ? textOf(attributes?.["href"]) : "";
  // Its own tab stays: with the last one of an unlocked journal that would be locked.
  if (href.startsWith("/")) return createElement(Link, { to: href }, ...shown);
  const away = href === "" ? null : { target: "_blank" };
  return createElement(tag, { ...attributes, ...away }, ...shown);
}

/** Nothing but photos of this journal is asked for: what a private text names tells nobody that it is read. */
function shownPicture({ src, alt }: { src: string; alt: string }, journal: string): ReactNode {
  const id = mediaIdOf(src);
  if (id === undefined) return <span className="faint">{alt}</span>;
  return <JournalPicture journal={journal} id={id} alt={alt} size="m" />;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
