import { Button } from "@mantine/core";

/** In place of a dialog that would encrypt. */
export function NotHere({ onClose }: { onClose: () => void }) {
  return (
    <div className="record-dialog">
      <p>
        Browsers encrypt on https and on localhost only. Open the site under such an address, and
        private journals can be made there.
      </p>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
