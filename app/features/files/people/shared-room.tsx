/** Who is in a folder no more, or never was: that is said at once. */
import { Button } from "@mantine/core";

type Props = {
  /** Empty: it was never seen here. */
  name?: string;
  /** To the folders that are shared with them. */
  onBack: () => void;
};

export function SharedDenied({ name = "", onBack }: Props) {
  return (
    <div className="empty-room">
      <div role="alert">
        <h2>
          {name === ""
            ? "This folder is not shared with you, or it is not there any more"
            : `“${name}” is not shared with you any more, or it is not there`}
        </h2>
      </div>
      <p>Its owner can invite you again.</p>
      <div className="empty-room-action">
        <Button variant="default" onClick={onBack}>
          Shared with you
        </Button>
      </div>
    </div>
  );
}
