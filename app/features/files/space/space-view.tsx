/** What takes one's space, and how to make room. What goes into the trash can come back; old versions cannot. */
import { useMemo, useRef } from "react";
import { Link } from "react-router";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import type { Drive } from "#app/live/drive/drive.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { useDriveState } from "../trash/use-drive.ts";
import { searchOf } from "../views.ts";
import { BiggestFiles } from "./biggest-files.tsx";
import { DoubleFiles } from "./double-files.tsx";
import { FolderSizes } from "./folder-sizes.tsx";
import { OldVersions } from "./old-versions.tsx";
import { UsageBar } from "./space-bar.tsx";
import { type SpaceFacts, spaceFacts } from "./space-facts.ts";
import { type Usage, useUsage } from "./use-usage.ts";

/** Of what other tools keep, less is not worth a line. */
const worthSaying = 1024 * 1024;

export function SpaceView({ drive }: { drive: Drive }) {
  const { nodes, tree, status, problem } = useDriveState(drive);
  const usage = useUsage(drive);
  const facts = useMemo(() => spaceFacts(nodes.values(), tree), [nodes, tree]);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className="drive-care drive-space">
      {problem === undefined ? null : (
        <ProblemNote text={problem} onRetry={() => void drive.refresh()} />
      )}
      <UsageBar usage={usage} />
      {nodes.size === 0 && status === "loading" ? (
        <SkeletonRows rows={6} />
      ) : nodes.size === 0 ? (
        <EmptyRoom
          title="Nothing takes space here"
          text="Once there are files, this place says which are large, which are there twice, and what each folder takes."
        />
      ) : (
        <>
          <Sums facts={facts} usage={usage} />
          <DoubleFiles drive={drive} facts={facts} />
          <BiggestFiles drive={drive} facts={facts} />
          <OldVersions drive={drive} facts={facts} />
          <FolderSizes tree={tree} />
        </>
      )}
    </div>
  );
}

function Sums({ facts, usage }: { facts: SpaceFacts; usage: Usage | undefined }) {
  const others = typeof usage === "object" ? usage.usedBytes - facts.counted : 0;
  return (
    <dl className="drive-space-sums">
      <div>
        <dt>Files</dt>
        <dd>{formatBytes(facts.files)}</dd>
      </div>
      <div>
        <dt>Old versions</dt>
        <dd>{formatBytes(facts.older)}</dd>
      </div>
      <div>
        <dt>
          <Link to={{ search: searchOf({ view: "trash" }) }}>Trash</Link>
        </dt>
        <dd>{formatBytes(facts.trash)}</dd>
      </div>
      {others < worthSaying ? null : (
        <div>
          <dt>Other tools, photos of journals for instance</dt>
          <dd>{formatBytes(others)}</dd>
        </div>
      )}
    </dl>
  );
}
