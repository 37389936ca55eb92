import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Modal } from "#app/ui/modal.tsx";

type Props = {
  /** A question that names what it is about: "Delete 3 users?" */
  title: ReactNode;
  /** What is lost, and what is not. */
  text: ReactNode;
  /** The verb on the button, and on the other one. */
  confirm: string;
  keep?: string;
  /** Closes the dialog by itself when done; what it throws is said in the dialog, which stays. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks before what cannot be undone, and before nothing else: for that there is offerUndo(). */
export function ConfirmDialog({
  title,
  text,
  confirm,
  keep = "Cancel",
  onConfirm,
  onClose,
  children,
}: Props) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function run(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }

  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <div className="confirm-text">{text}</div>
      {children}
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          {keep}
        </Button>
        <Button color="red" loading={isBusy} onClick={() => void run()}>
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}
