import { Checkbox } from "@mantine/core";
import { memo } from "react";
import { shortDayOf } from "#app/parts/tool-frame/when.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { MediaItem, MediaUse } from "#lib/media-item.ts";

type Props = {
  item: MediaItem;
  isChosen: boolean;
  onChoose: (name: string, isChosen: boolean) => void;
};

const places: Record<MediaUse["where"], string> = {
  published: "",
  draft: " (draft)",
  scheduled: " (scheduled)",
  version: " (an older version)",
  trash: " (in the trash)",
};

/** Only what is not used can be chosen: nothing else may go. */
export const MediaCard = memo(function MediaCard({ item, isChosen, onChoose }: Props) {
  const { name, url, bytes, contentType, width, height, updated, usedIn } = item;
  const file = name.slice(name.lastIndexOf("/") + 1);
  const isPicture = contentType.startsWith("image/");
  return (
    <li className="media-item">
      <a className="media-picture" href={url} target="_blank" rel="noopener noreferrer">
        {isPicture ? (
          <img src={url} alt="" loading="lazy" decoding="async" />
        ) : (
          <span aria-hidden="true">{kindOf(file)}</span>
        )}
        <span className="unseen">Open {file} in a new tab</span>
      </a>
      <div className="media-facts">
        <p className="media-name" title={file}>
          {file}
        </p>
        <p className="faint number">
          {formatBytes(bytes)}
          {width === null || height === null ? "" : `, ${width} × ${height}`}, {shortDayOf(updated)}
        </p>
        {usedIn.length === 0 ? (
          <Checkbox
            label="Not used"
            aria-label={`Choose ${file}, which is not used`}
            checked={isChosen}
            onChange={({ currentTarget: { checked } }) => onChoose(name, checked)}
          />
        ) : (
          <p className="faint">
            In{" "}
            {usedIn
              .slice(0, 3)
              .map(({ title, id, where }) => `${title || id}${places[where]}`)
              .join(", ")}
            {usedIn.length > 3 ? ` and ${usedIn.length - 3} more` : ""}
          </p>
        )}
      </div>
    </li>
  );
});

function kindOf(file: string): string {
  const end = file.lastIndexOf(".");
  return end === -1 ? "File" : file.slice(end + 1).toUpperCase();
}
