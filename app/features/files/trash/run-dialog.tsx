/** One question before what cannot be undone, and how far it is while it is done. */
import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import type { Drive } from "#app/live/drive/drive.ts";
import { Modal } from "#app/ui/modal.tsx";
import type { DriveAct } from "#lib/drive/acts.ts";
import { type ActsOutcome, runActs } from "./run-acts.ts";

type Props = {
  drive: Drive;
  title: string;
  text: ReactNode;
  /** The verb on the button. */
  confirm: string;
  acts: readonly DriveAct[];
  /** "12 of 340 items" */
  far: (over: number) => string;
  onOver: (outcome: ActsOutcome) => void;
  onClose: () => void;
};

export function RunDialog({ drive, title, text, confirm, acts, far, onOver, onClose }: Props) {
  const [isRunning, setRunning] = useState(false);
  if (isRunning) {
    return (
      <Running
        drive={drive}
        title={title}
        acts={acts}
        far={far}
        onOver={onOver}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirm={confirm}
      keep="Keep"
      onConfirm={() => {
        setRunning(true);
        // The question's place is taken by how far it is, which closes by itself.
        return new Promise(() => {});
      }}
      onClose={onClose}
    />
  );
}

type RunningProps = Pick<Props, "drive" | "title" | "acts" | "far" | "onOver" | "onClose">;

function Running({ drive, title, acts, far, onOver, onClose }: RunningProps) {
  const id = useId();
  const [over, setOver] = useState(0);
  const [isStopping, setStopping] = useState(false);
  const life = useRef<AbortController>(undefined);
  const work = useRef({ drive, acts, onOver, onClose });
  useEffect(() => {
    // Drawn twice by React's development check: it runs once.
    if (life.current) return;
    const stop = new AbortController();
    life.current = stop;
    const run = async () => {
      const now = work.current;
      const outcome = await runActs(now.drive, now.acts, { signal: stop.signal, told: setOver });
      now.onOver(outcome);
      now.onClose();
    };
    void run();
  }, []);

  function stop(): void {
    life.current?.abort();
    setStopping(true);
  }

  return (
    <Modal label={id} onClose={stop}>
      <h2 id={id}>{title}</h2>
      <output className="drive-run">
        {isStopping ? "Stopping…" : far(over)}
        <progress aria-labelledby={id} max={Math.max(1, acts.length)} value={over} />
      </output>
      <div className="confirm-buttons">
        <Button variant="default" disabled={isStopping} onClick={stop}>
          Stop
        </Button>
      </div>
    </Modal>
  );
}
