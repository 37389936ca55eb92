/** A photo of a journal, in a text, a row or a grid. What opens it comes when there is one. */
import { useEffect, useRef, useState } from "react";
import type { JournalFileReason } from "#app/live/journal-files/file-error.ts";
import { useStoreTopic } from "../store/journal-context.ts";
import { isDrawable } from "./drawable.ts";
import { usePhoto } from "./use-photo.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-picture.css";

type Props = {
  journal: string;
  /** Of an item of kind `media`. */
  id: string;
  alt: string;
  /** 480 or 1,600 pixels. */
  size: "s" | "m";
};

/** Where there is no room for a sentence. */
const shortly: Readonly<Record<JournalFileReason, string>> = {
  locked: "Locked",
  offline: "Not in this browser",
  missing: "On its way",
  damaged: "Damaged",
  "too-large": "Too large",
  "no-room": "No room",
  "not-allowed": "Signed out",
  unknown: "Did not come",
};

/** So far from what is seen it is loaded. */
const nearby = "800px";

export function JournalPicture({ journal, id, alt, size }: Props) {
  const media = useStoreTopic("media", (store) => store.mediaItem(journal, id));
  const place = useRef<HTMLSpanElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || place.current === null) return;
    const watch = new IntersectionObserver(
      (seen) => seen.some((one) => one.isIntersecting) && setNear(true),
      { rootMargin: nearby },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear]);
  const canDraw = media !== undefined && isDrawable(media);
  const shown = usePhoto(isNear && canDraw ? media : undefined, size);
  const words = alt || media?.alt || "";
  const box = media && media.width > 0 ? boxOf(media, size) : undefined;
  return (
    <span className="journal-picture" data-size={size} data-state={shown.state} ref={place}>
      {shown.state === "shown" && canDraw ? (
        <img
          src={shown.url}
          alt={words}
          style={box}
          {...(media.width > 0 && { width: media.width, height: media.height })}
        />
      ) : (
        <span className="journal-picture-place" style={box}>
          {media === undefined ? (
            "This photo is not here."
          ) : !canDraw ? (
            <bdi>{media.name}</bdi>
          ) : shown.state === "failed" ? (
            <span title={shown.message}>
              {size === "m" ? shown.message : shortly[shown.reason]}
            </span>
          ) : (
            <span className="unseen">{words || "A photo"}</span>
          )}
        </span>
      )}
    </span>
  );
}

/** As large before it is there as afterwards: no larger than it is, and no higher than there is room. */
function boxOf({ width, height }: { width: number; height: number }, size: Props["size"]) {
  const aspectRatio = `${width} / ${height}`;
  if (size === "s") return { aspectRatio };
  const byHeight = `calc(var(--photo-height, 85vh) * ${(width / height).toFixed(4)})`;
  return { aspectRatio, width: `min(100%, ${width}px, ${byHeight})` };
}
