/** A picture of a message, as large as the window lets it be. */
import { Button } from "@mantine/core";
import { useId } from "react";
import { Modal } from "#app/ui/modal.tsx";

type Props = { name: string; url: string; onDownload: () => void; onClose: () => void };

export function PictureView({ name, url, onDownload, onClose }: Props) {
  const label = useId();
  return (
    <Modal label={label} className="chat-viewer" closesOutside onClose={onClose}>
      <div className="chat-viewer-body">
        <div className="chat-viewer-head">
          <h2 id={label} dir="auto">
            {name}
          </h2>
          <Button variant="subtle" onClick={onDownload}>
            Download
          </Button>
          <Button variant="subtle" onClick={onClose}>
            Close
          </Button>
        </div>
        <img src={url} alt={name} />
      </div>
    </Modal>
  );
}
