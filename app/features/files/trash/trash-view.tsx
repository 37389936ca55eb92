/** What was deleted in the last 30 days: back to where it was, or away for ever. */
import { Button, Checkbox } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { WindowVirtualizer } from "virtua";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { watchDay } from "#app/parts/tool-frame/watch-day.ts";
import type { Drive } from "#app/live/drive/drive.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { trashDays } from "#lib/drive/limits.ts";
import type { DriveNode } from "#lib/drive/node.ts";
import { quoted } from "#lib/quoted.ts";
import { RunDialog } from "./run-dialog.tsx";
import { restoreNodes, tellPurged } from "./trash-acts.ts";
import { TrashLine } from "./trash-line.tsx";
import { useChoice } from "./use-choice.ts";
import { useDriveState } from "./use-drive.ts";
import { byTrashed, itemsWord } from "./words.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/drive-care.css";

const usualHeight = 65;
const stay = `What is deleted stays here for ${trashDays} days, and takes space for as long.`;

export function TrashView({ drive }: { drive: Drive }) {
  const state = useDriveState(drive);
  const { tree, status, problem } = state;
  const trashed = useMemo(() => tree.trashed().toSorted(byTrashed), [tree]);
  const ids = useMemo(() => trashed.map(({ id }) => id), [trashed]);
  const choice = useChoice(ids);
  const [asked, setAsked] = useState<readonly DriveNode[]>();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const now = useNow();
  const place = useRef<HTMLDivElement>(null);
  useLineFocus(place, ids);
  const chosen = trashed.filter(({ id }) => choice.has(id));

  async function restore(nodes: readonly DriveNode[]): Promise<void> {
    setBusy((before) => new Set([...before, ...nodes.map(({ id }) => id)]));
    await restoreNodes(drive, nodes);
    const over = new Set(nodes.map(({ id }) => id));
    setBusy((before) => new Set([...before].filter((id) => !over.has(id))));
  }

  return (
    <div ref={place} className="drive-care">
      {problem === undefined ? null : (
        <ProblemNote text={problem} onRetry={() => void drive.refresh()} />
      )}
      {trashed.length === 0 && status === "loading" ? (
        <SkeletonRows rows={6} />
      ) : trashed.length === 0 ? (
        <EmptyRoom title="The trash is empty" text={stay} />
      ) : (
        <>
          <p className="faint">{stay}</p>
          <div className="drive-care-bar">
            <Checkbox
              label={chosen.length === 0 ? "Choose all" : `${chosen.length} chosen`}
              checked={chosen.length === trashed.length}
              indeterminate={chosen.length > 0 && chosen.length < trashed.length}
              onChange={() => (chosen.length === 0 ? choice.all() : choice.none())}
            />
            <div className="record-acts">
              {chosen.length === 0 ? (
                <Button variant="default" onClick={() => setAsked(trashed)}>
                  Empty the trash…
                </Button>
              ) : (
                <>
                  <Button
                    variant="default"
                    loading={chosen.some(({ id }) => busy.has(id))}
                    onClick={() => void restore(chosen)}
                  >
                    Restore {chosen.length}
                  </Button>
                  <Button variant="default" onClick={() => setAsked(chosen)}>
                    Delete {chosen.length} for ever…
                  </Button>
                </>
              )}
            </div>
          </div>
          <WindowVirtualizer as="ul" item="li" itemSize={usualHeight} data={trashed}>
            {(node) => (
              <TrashLine
                key={node.id}
                node={node}
                tree={tree}
                now={now}
                isChosen={choice.has(node.id)}
                isBusy={busy.has(node.id)}
                onChoose={(isRange) => choice.toggle(node.id, isRange)}
                onRestore={() => void restore([node])}
                onDelete={() => setAsked([node])}
              />
            )}
          </WindowVirtualizer>
        </>
      )}
      {asked === undefined ? null : (
        <Purge
          drive={drive}
          nodes={asked}
          isAll={asked.length > 1 && asked === trashed}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

function Purge({
  drive,
  nodes,
  isAll,
  onClose,
}: {
  drive: Drive;
  nodes: readonly DriveNode[];
  isAll: boolean;
  onClose: () => void;
}) {
  const { tree } = drive.snapshot();
  // What is asked about does not change under the question.
  const [bytes] = useState(() => nodes.reduce((sum, { id }) => sum + tree.sizeOf(id), 0));
  const [empties] = useState(isAll);
  const [only] = nodes;
  const name = nodes.length === 1 && only ? quoted(only.name) : itemsWord(nodes.length);
  const hasFolder = nodes.some(({ kind }) => kind === "folder");
  const what = hasFolder ? "It takes all that is in the folders along. " : "";
  return (
    <RunDialog
      drive={drive}
      title={empties ? `Empty the trash of ${name}?` : `Delete ${name} for ever?`}
      text={
        <p>
          {what}
          {formatBytes(bytes)} become free. This cannot be undone.
        </p>
      }
      confirm={empties ? "Empty the trash" : "Delete for ever"}
      acts={nodes.map(({ id }) => ({ act: "delete-for-ever", id }))}
      far={(over) => `${over.toLocaleString("en")} of ${itemsWord(nodes.length)} deleted`}
      onOver={(outcome) => tellPurged(outcome, nodes.length)}
      onClose={onClose}
    />
  );
}

/** Days that are left go by while the page is open. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => watchDay(() => setNow(Date.now())), []);
  return now;
}
