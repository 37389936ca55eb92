import { Button } from "@mantine/core";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import type { DriveTree } from "#lib/drive/tree.ts";
import { quoted } from "#lib/quoted.ts";
import { OwnThumb } from "./own-thumb.tsx";
import { itemsWord, placeOf, timeLeft } from "./words.ts";

type Props = {
  node: DriveNode;
  tree: DriveTree;
  now: number;
  isChosen: boolean;
  isBusy: boolean;
  onChoose: (isRange: boolean) => void;
  onRestore: () => void;
  onDelete: () => void;
};

export function TrashLine({
  node,
  tree,
  now,
  isChosen,
  isBusy,
  onChoose,
  onRestore,
  onDelete,
}: Props) {
  const { id, kind, name, trashedAt } = node;
  const said = quoted(name);
  const size = formatBytes(tree.sizeOf(id));
  const below = kind === "folder" ? tree.below(id).length : undefined;
  const facts =
    below === undefined
      ? size
      : below === 0
        ? "Empty folder"
        : `Folder with ${itemsWord(below)}, ${size}`;
  return (
    <div className="drive-care-line" data-line={id} aria-busy={isBusy || undefined}>
      <label className="drive-care-choice">
        <input
          type="checkbox"
          aria-label={`Choose ${said}`}
          checked={isChosen}
          onChange={({ nativeEvent }) => onChoose((nativeEvent as MouseEvent).shiftKey)}
        />
      </label>
      <OwnThumb node={node} />
      <div className="drive-care-what">
        <p dir="auto">{name}</p>
        <p className="faint">
          Was in <bdi>{placeOf(tree, id)}</bdi>
        </p>
        <p className="faint">
          {facts} <span className="drive-care-left">{timeLeft(trashedAt ?? "", now)}</span>
        </p>
      </div>
      <div className="drive-care-acts">
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Restore ${said}`}
          loading={isBusy}
          onClick={onRestore}
        >
          Restore
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`Delete ${said} for ever`}
          disabled={isBusy}
          onClick={onDelete}
        >
          Delete…
        </Button>
      </div>
    </div>
  );
}
