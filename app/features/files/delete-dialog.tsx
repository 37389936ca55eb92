import { useId } from "react";
import { Modal } from "#app/ui/modal.tsx";

type Props = { fileName: string; onDelete: () => void; onClose: () => void };

export function DeleteDialog({ fileName, onDelete, onClose }: Props) {
  const id = useId();
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>
        Delete <bdi>{fileName}</bdi>?
      </h2>
      <p className="after-title">It is gone for ever: there is no way to get it back.</p>
      <p className="dialog-buttons">
        <button type="button" className="act" onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="act" onClick={onDelete}>
          Delete
        </button>
      </p>
    </Modal>
  );
}
