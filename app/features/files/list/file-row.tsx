/** A file or folder, as a row or as a card. What is pressed in it, the list hears. */
// A virtual list has its rows in elements of its own, which no table may have.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import { memo } from "react";
import { shortDayOf } from "#app/parts/tool-frame/when.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";
import { fileKind } from "../file-kind.ts";
import { FolderIcon, LinkIcon, MoreIcon, PeopleIcon, StarIcon } from "../icons.tsx";
import { Thumb } from "../thumbs/thumb.tsx";
import { searchOf } from "../views.ts";
import { RenameField } from "./rename-field.tsx";

export type ItemProps = {
  owner: string;
  isOwn: boolean;
  node: DriveNode;
  index: number;
  isChosen: boolean;
  /** The keyboard is here. */
  isAt: boolean;
  isCut: boolean;
  isRenaming: boolean;
  /** Where it lies, where that is not the same for all. */
  place: string | undefined;
  onRename: (node: DriveNode, name: string) => Promise<string | undefined>;
  onRenamed: (isBack: boolean) => void;
};

export const itemId = (id: string): string => `drive-${id}`;

export const FileRow = memo(function FileRow(props: ItemProps) {
  const { node, index, isChosen, isAt, isCut, place } = props;
  return (
    <div
      className="drive-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      id={itemId(node.id)}
      data-id={node.id}
      data-folder={node.kind === "folder" ? node.id : undefined}
      data-cut={isCut || undefined}
      data-at={isAt || undefined}
      draggable={!props.isRenaming}
    >
      <div role="gridcell" className="drive-check">
        <Check name={node.name} isChosen={isChosen} />
      </div>
      <div role="gridcell" className="drive-name">
        <Picture {...props} size="row" />
        <span className="drive-title">
          <Title {...props} />
          {place === undefined ? null : (
            <span className="drive-place">
              in <bdi>{place}</bdi>
            </span>
          )}
        </span>
        <Marks node={node} />
      </div>
      <div role="gridcell" className="drive-type">
        {kindOf(node)}
      </div>
      <div role="gridcell" className="drive-size">
        {node.kind === "file" ? formatBytes(node.version.size) : "–"}
      </div>
      <div role="gridcell" className="drive-when">
        <time dateTime={node.updatedAt}>{shortDayOf(node.updatedAt)}</time>
      </div>
      <div role="gridcell" className="drive-more">
        <More name={node.name} />
      </div>
    </div>
  );
});

export const FileCard = memo(function FileCard(props: ItemProps) {
  const { node, isChosen, isAt, isCut, place } = props;
  return (
    <div
      className="drive-card"
      role="gridcell"
      aria-selected={isChosen}
      id={itemId(node.id)}
      data-id={node.id}
      data-folder={node.kind === "folder" ? node.id : undefined}
      data-cut={isCut || undefined}
      data-at={isAt || undefined}
      draggable={!props.isRenaming}
    >
      <div className="drive-card-picture">
        <Picture {...props} size="card" />
      </div>
      <Check name={node.name} isChosen={isChosen} />
      <div className="drive-card-foot">
        <span className="drive-title">
          <Title {...props} />
          <span className="drive-place">
            {place === undefined ? sizeAndKind(node) : <bdi>{place}</bdi>}
          </span>
        </span>
        <Marks node={node} />
        <More name={node.name} />
      </div>
    </div>
  );
});

function Title({ isOwn, owner, node, isRenaming, onRename, onRenamed }: ItemProps) {
  if (isRenaming) return <RenameField node={node} onRename={onRename} onDone={onRenamed} />;
  const of = isOwn ? {} : { owner };
  const search =
    node.kind === "folder"
      ? searchOf({ ...of, folder: node.id })
      : searchOf({ ...of, folder: node.parent, open: node.id });
  return (
    <a
      className="drive-open"
      href={`?${search}`}
      // A long one is cut.
      title={node.name}
      tabIndex={-1}
      draggable={false}
      dir="auto"
    >
      {node.name}
    </a>
  );
}

function Check({ name, isChosen }: { name: string; isChosen: boolean }) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${quoted(name)}`}
      tabIndex={-1}
      checked={isChosen}
      // The list hears the click.
      onChange={() => {}}
    />
  );
}

function More({ name }: { name: string }) {
  return (
    <button
      type="button"
      className="drive-more-button"
      aria-label={`Actions for ${quoted(name)}`}
      aria-haspopup="menu"
      tabIndex={-1}
    >
      <MoreIcon />
    </button>
  );
}

function Picture({
  owner,
  node,
  size,
}: Pick<ItemProps, "owner" | "node"> & { size: "row" | "card" }) {
  if (node.kind === "folder") return <FolderIcon size={size} />;
  return <Thumb owner={owner} node={node} size={size} />;
}

function Marks({ node }: { node: DriveNode }) {
  return (
    <span className="drive-marks">
      {node.starred ? <StarIcon label="Starred" /> : null}
      {node.links > 0 ? <LinkIcon label="Has a share link" /> : null}
      {node.shared ? <PeopleIcon label="Shared with others" /> : null}
    </span>
  );
}

function kindOf(node: DriveNode): string {
  return node.kind === "folder" ? "Folder" : fileKind(node.version.type);
}

function sizeAndKind(node: DriveNode): string {
  return node.kind === "folder" ? "Folder" : formatBytes(node.version.size);
}
