/** A text as the public page shows it, in a tool: pictures of a draft are there, too. */
import { createElement, Fragment } from "react";
import type { ReactNode } from "react";
import { draftNameOf } from "#lib/draft-address.ts";
import { toElements } from "#lib/rich-text/elements.ts";
import type { RichElement } from "#lib/rich-text/elements.ts";
import { PictureThumb } from "../media/picture-thumb.tsx";
import { pictureValueOf } from "../media/picture-value.ts";
import { Picture } from "#app/ui/picture.tsx";

/** @param doc as it is stored, whatever it is */
export function DraftTextView({ doc }: { doc: unknown }) {
  const { elements } = toElements(doc);
  return createElement(Fragment, null, ...(elements as RichElement[]).map(show));
}

function show(element: RichElement): ReactNode {
  if (typeof element === "string") return element;
  const [tag, attributes, ...content] = element;
  const picture = attributes?.["picture"];
  if (typeof picture !== "object") {
    // Where it leads is not what somebody who edits it wants.
    return createElement(
      tag === "a" ? "span" : tag,
      tag === "a" ? linkLook : attributes,
      ...content.map(show),
    );
  }
  const value = draftNameOf(picture.src) === undefined ? undefined : pictureValueOf(picture);
  if (value === undefined) return <Picture image={picture} sizes="48rem" />;
  return <PictureThumb picture={value} />;
}

const linkLook = { className: "link-look" };
