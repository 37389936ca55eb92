/** A file's small picture, as soon as it is seen; of all else what kind of thing it is. */
import { useEffect, useRef, useState } from "react";
import { openThumbs, openedThumbs } from "#app/live/drive/thumbs.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { hasThumb } from "../preview/preview-kind.ts";
import { KindIcon } from "./kind-icon.tsx";
import { onceSeen } from "./once-seen.ts";

type Props = {
  /** A uid. */
  owner: string;
  node: DriveNode;
  /** In a line, or as large as its place. */
  size: "row" | "card";
};

export function Thumb({ owner, node, size }: Props) {
  const isPicture = node.kind === "file" && hasThumb(node.version.type);
  return (
    <span className="drive-thumb" data-size={size} aria-hidden="true">
      {isPicture ? (
        <SmallPicture
          // Another version is another picture.
          key={`${node.id} ${node.version.object}`}
          owner={owner}
          id={node.id}
          object={node.version.object}
        >
          <KindIcon node={node} />
        </SmallPicture>
      ) : (
        <KindIcon node={node} />
      )}
    </span>
  );
}

type SmallProps = { owner: string; id: string; object: string; children: React.ReactNode };

function SmallPicture({ owner, id, object, children }: SmallProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [url, setUrl] = useState(() => openedThumbs()?.knownUrl({ owner, id, object }));
  const isThere = url !== undefined;
  useEffect(() => {
    const element = place.current;
    if (isThere || element === null) return;
    const life = new AbortController();
    const { signal } = life;
    const show = async () => {
      const found = await (await openThumbs()).urlOf({ owner, id, object }, signal);
      if (signal.aborted) return;
      if (found !== undefined) setUrl(found);
      // There is none, or no connection.
      else for (const back of ["online", "focus"]) addEventListener(back, ask, { signal });
    };
    const ask = () => {
      // Without a sign-in service there are no pictures.
      show().catch(() => undefined);
    };
    const leave = onceSeen(element, ask);
    return () => {
      leave();
      life.abort();
    };
  }, [owner, id, object, isThere]);
  if (!isThere) return <span ref={place}>{children}</span>;
  // Let go of while many others were shown, it is asked for anew.
  return <img src={url} alt="" decoding="async" onError={() => setUrl(undefined)} />;
}
