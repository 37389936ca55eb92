/**
 * A file as large as the window, and those beside it by the arrows. What a file holds is shown by code of ours, one way for
 * each kind: none of it is ever a page, a frame or a script of this site.
 */
import { Button } from "@mantine/core";
import { useCallback, useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { driveTicket, savedAs } from "#app/live/drive/drive-tickets.ts";
import { remoteProblem } from "#app/live/drive/remote-file.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { saveAddress } from "#app/ui/save-file.ts";
import type { DriveFile, DriveNode } from "#lib/drive/node.ts";
import type { DriveSource } from "../source.ts";
import { PreviewView } from "./preview-view.tsx";
import { useSwipe } from "./use-swipe.ts";
import type { ViewedFile } from "./view-props.ts";
import { Waiting } from "./view-states.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/drive-preview.css";

type Props = {
  source: DriveSource;
  node: DriveNode;
  /** Those beside it, in the order in which they are shown; folders among them are passed by. */
  siblings: readonly DriveNode[];
  onClose: () => void;
  onStep: (node: DriveFile) => void;
};

const LateDetails = latePart(
  async () => (await import("../details/details.tsx")).Details,
  <Waiting />,
);

export function Preview({ source, node, siblings, onClose, onStep }: Props) {
  const label = useId();
  const files = useMemo(() => siblings.filter((one) => one.kind === "file"), [siblings]);
  const at = files.findIndex(({ id }) => id === node.id);
  const [hasDetails, setDetails] = useState(false);
  const [failed, setFailed] = useState<{ id: string; text: string }>();
  const problem = failed?.id === node.id ? failed.text : undefined;
  const stage = useRef<HTMLDivElement>(null);
  const file = useViewed(source, node);
  const isGone = source.nodeOf(node.id) === undefined;

  const step = (by: number) => {
    const next = at === -1 ? undefined : files[at + by];
    if (next) onStep(next);
  };
  useSwipe(stage, step);

  const download = useCallback(async () => {
    if (file === undefined) return;
    setFailed(undefined);
    try {
      saveAddress(savedAs(await driveTicket(file)), file.name);
    } catch (error) {
      const text = `${file.name} was not downloaded. ${remoteProblem(error).message}`;
      setFailed({ id: file.id, text });
    }
  }, [file]);
  const onDownload = useCallback(() => void download(), [download]);

  function press(event: KeyboardEvent<HTMLElement>): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || hasOwnArrows(event.target)) return;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    event.preventDefault();
    step(key === "ArrowLeft" ? -1 : 1);
  }

  return (
    <Modal label={label} className="drive-preview" onClose={onClose}>
      {/* The keys are a shorter way to its buttons; nothing behind it hears them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className="drive-preview-body"
        onKeyDown={(event) => {
          event.stopPropagation();
          press(event);
        }}
      >
        <div className="drive-preview-head">
          <Button variant="subtle" onClick={onClose}>
            Close
          </Button>
          <h2 id={label}>
            <bdi>{node.name}</bdi>
          </h2>
          {files.length > 1 && at !== -1 ? (
            <div className="drive-preview-turn">
              <TurnButton isEnd={at === 0} onClick={() => step(-1)}>
                Previous
              </TurnButton>
              <span className="faint">
                {at + 1} of {files.length}
              </span>
              <TurnButton isEnd={at === files.length - 1} onClick={() => step(1)}>
                Next
              </TurnButton>
            </div>
          ) : null}
          <div className="drive-preview-acts">
            <Button
              variant="subtle"
              aria-expanded={hasDetails}
              onClick={() => setDetails(!hasDetails)}
            >
              Details
            </Button>
            {file === undefined ? null : (
              <Button variant="default" onClick={onDownload}>
                Download
              </Button>
            )}
          </div>
        </div>
        <p className="unseen" aria-live="polite">
          {at === -1 ? node.name : `${node.name}, ${at + 1} of ${files.length}`}
        </p>
        <p role="alert" className="drive-preview-problem">
          {problem}
        </p>
        <div className="drive-preview-room">
          <div ref={stage} className="drive-preview-stage">
            {isGone ? (
              <p className="drive-view-state" role="alert">
                This file is not there any more.
              </p>
            ) : file === undefined ? (
              <p className="drive-view-state">This is a folder.</p>
            ) : (
              <PreviewView key={`${file.id} ${file.object}`} file={file} onDownload={onDownload} />
            )}
          </div>
          {hasDetails ? (
            <aside className="drive-preview-details" aria-label="Details">
              <LateDetails source={source} nodes={[node]} onClose={() => setDetails(false)} />
            </aside>
          ) : null}
        </div>
      </div>
    </Modal>
  );
}

type TurnProps = { isEnd: boolean; onClick: () => void; children: string };

/** Disabled as it is pressed it would lose the focus, and the arrow keys with it. */
function TurnButton({ isEnd, onClick, children }: TurnProps) {
  return (
    <Button variant="subtle" aria-disabled={isEnd} data-disabled={isEnd} onClick={onClick}>
      {children}
    </Button>
  );
}

/** The same object as long as it is the same version under the same name. */
function useViewed({ owner }: DriveSource, node: DriveNode): ViewedFile | undefined {
  const { id, name } = node;
  const { object, size, type } =
    node.kind === "file" ? node.version : { object: undefined, size: 0, type: "" };
  return useMemo(
    () => (object === undefined ? undefined : { owner, id, name, object, size, type }),
    [owner, id, name, object, size, type],
  );
}

/** Players and fields have a use for the arrows, and what can be scrolled to the side. */
function hasOwnArrows(target: EventTarget): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("video, audio, input, textarea, select, [role=radiogroup]")) return true;
  const own = target.closest("[data-own-arrows]");
  return own !== null && own.scrollWidth > own.clientWidth;
}
