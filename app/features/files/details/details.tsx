/** All that is known of what is chosen: of one its facts, versions and stored metadata, of several what they are together. */
import { CloseButton } from "@mantine/core";
import { useId } from "react";
import { Link } from "react-router";
import { minuteOf } from "#app/parts/tool-frame/when.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { DriveFile, DriveFolder, DriveNode } from "#lib/drive/node.ts";
import { fileKind } from "../file-kind.ts";
import { hasThumb } from "../preview/preview-kind.ts";
import type { DriveSource } from "../source.ts";
import { Thumb } from "../thumbs/thumb.tsx";
import { driveName } from "../trash/words.ts";
import { Facts, type Fact } from "./facts.tsx";
import { MetadataPart } from "./metadata-part.tsx";
import { countNodes, sumWords } from "./sum.ts";
import { Versions } from "./versions.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/drive-details.css";

type Props = {
  source: DriveSource;
  nodes: readonly DriveNode[];
  /** Shows a button for it; a panel has one of its own. */
  onClose?: () => void;
};

export function Details({ source, nodes, onClose }: Props) {
  const label = useId();
  const [first] = nodes;
  return (
    <section className="drive-details" aria-labelledby={label}>
      <div className="drive-details-head">
        <h3 id={label}>
          {nodes.length === 1 && first ? (
            <bdi>{first.name}</bdi>
          ) : (
            `${nodes.length.toLocaleString("en")} chosen`
          )}
        </h3>
        {onClose ? <CloseButton aria-label="Close details" onClick={onClose} /> : null}
      </div>
      {nodes.length > 1 ? (
        <Several source={source} nodes={nodes} />
      ) : first === undefined ? (
        <p className="faint">Nothing is chosen.</p>
      ) : (
        // Another one begins anew: its versions may not be what was asked of this one's.
        <One key={first.id} source={source} node={first} />
      )}
    </section>
  );
}

function One({ source, node: given }: { source: DriveSource; node: DriveNode }) {
  const node = source.nodeOf(given.id) ?? given;
  return (
    <>
      {node.kind === "file" && hasThumb(node.version.type) ? (
        <Thumb owner={source.owner} node={node} size="card" />
      ) : null}
      <Facts facts={factsOf(source, node)} />
      {node.kind === "file" ? (
        <>
          <Versions source={source} node={node} />
          {source.role === "owner" ? (
            <MetadataPart
              key={node.version.object}
              owner={source.owner}
              object={node.version.object}
            />
          ) : null}
        </>
      ) : null}
    </>
  );
}

function Several({ source, nodes }: { source: DriveSource; nodes: readonly DriveNode[] }) {
  const sum = countNodes(source, nodes);
  const newest = nodes.map(({ updatedAt }) => updatedAt).toSorted();
  return (
    <Facts
      facts={[
        { label: "Together", value: sumWords(sum) },
        { label: "Size", value: sizeWords(sum.bytes, sum.older) },
        { label: "Changed last", value: minuteOf(newest.at(-1) ?? 0) },
      ]}
    />
  );
}

function factsOf(source: DriveSource, node: DriveNode): Fact[] {
  const own = node.kind === "file" ? fileFacts(node) : folderFacts(source, node);
  return [
    ...own,
    { label: "Place", value: <Place source={source} node={node} /> },
    { label: "Added", value: minuteOf(node.createdAt) },
    { label: "Changed", value: minuteOf(node.updatedAt) },
    ...(node.trashedAt === null
      ? []
      : [{ label: "In the trash since", value: minuteOf(node.trashedAt) }]),
    ...(node.shared ? [{ label: "Shared", value: "With others" }] : []),
    ...(node.links > 0
      ? [{ label: "Share links", value: node.links === 1 ? "1 is open" : `${node.links} are open` }]
      : []),
    ...(node.kind === "file"
      ? [
          {
            label: "SHA-256",
            value: node.version.sha256 ?? "Not counted",
            isCode: node.version.sha256 !== null,
          },
        ]
      : []),
  ];
}

function fileFacts({ version, older }: DriveFile): Fact[] {
  return [
    { label: "Kind", value: fileKind(version.type) },
    { label: "Type", value: version.type || "Not said" },
    {
      label: "Size",
      value: sizeWords(
        version.size,
        older.reduce((sum, { size }) => sum + size, 0),
      ),
    },
  ];
}

function folderFacts(source: DriveSource, node: DriveFolder): Fact[] {
  const sum = countNodes(source, source.childrenOf(node.id) ?? []);
  return [
    { label: "Kind", value: "Folder" },
    { label: "Holds", value: sumWords(sum) },
    { label: "Size", value: sizeWords(sum.bytes, sum.older) },
  ];
}

/** "1.5 MB (1,572,864 bytes), 300 KB of older versions" */
function sizeWords(bytes: number, older: number): string {
  const exact = bytes < 1024 ? "" : ` (${bytes.toLocaleString("en")} bytes)`;
  const more = older > 0 ? `, ${formatBytes(older)} of older versions` : "";
  return `${formatBytes(bytes)}${exact}${more}`;
}

function Place({ source, node }: { source: DriveSource; node: DriveNode }) {
  const path = source.pathOf(node.id);
  const owner = source.role === "owner" ? {} : { owner: source.owner };
  return (
    <>
      {source.role === "owner" ? <Link to="/FileStorageApp">{driveName}</Link> : null}
      {path.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 || source.role === "owner" ? " / " : ""}
          <Link to={`/FileStorageApp?${new URLSearchParams({ folder: id, ...owner })}`}>
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
    </>
  );
}
