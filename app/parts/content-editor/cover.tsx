import { useEffect, useRef, useState } from "react";
import { useDraftPictures } from "#app/parts/page-preview/use-draft-pictures.ts";
import { Picture } from "#app/ui/picture.tsx";
import type { ContentItem } from "#lib/content/item.ts";
import { draftNameOf } from "#lib/draft-address.ts";

/** Small, so that a row is known by it; without one the title's first letter. Whose title is beside it, so it is silent. */
export function Cover({ item: { cover, title } }: { item: ContentItem }) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  const isOfDraft = draftNameOf(cover?.["src"]) !== undefined;
  // Drafts have no small pictures: only those that somebody looks at are fetched.
  useEffect(() => {
    const element = place.current;
    if (!isOfDraft || isSeen || element === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOfDraft, isSeen]);
  const shown = useDraftPictures(isOfDraft && !isSeen ? undefined : cover);
  const { src, width, height } = shown ?? {};
  const [broken, setBroken] = useState<unknown>();
  const isPicture =
    typeof src === "string" &&
    src !== "" &&
    src !== broken &&
    typeof width === "number" &&
    typeof height === "number";
  return (
    <span
      ref={place}
      className="content-cover"
      aria-hidden="true"
      onErrorCapture={() => setBroken(src)}
    >
      {isPicture ? (
        <Picture image={{ src, alt: "", width, height }} sizes="4rem" />
      ) : (
        (/./su.exec(title)?.[0] ?? "·")
      )}
    </span>
  );
}
