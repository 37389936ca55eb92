/** What stands where a file is not shown, or not whole. */
import { Button } from "@mantine/core";
import type { RemoteFileError } from "#app/live/drive/remote-file.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { fileKind } from "../file-kind.ts";
import type { ViewProps } from "./view-props.ts";

export function Waiting() {
  return (
    <p className="drive-view-state faint" aria-live="polite">
      Loading…
    </p>
  );
}

export function ViewProblem({
  problem,
  onRetry,
  onDownload,
}: {
  problem: RemoteFileError;
  onRetry: () => void;
  onDownload: () => void;
}) {
  return (
    <div className="drive-view-state" role="alert">
      <p>{problem.message}</p>
      {problem.state === "gone" ? null : (
        <div className="drive-view-acts">
          {problem.state === "damaged" ? null : (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {problem.state !== "offline" ? (
            <Button variant="subtle" onClick={onDownload}>
              Download
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

/** Facts and Download, where there is no way to show it. */
export function FactsView({ file, onDownload, children }: ViewProps & { children: string }) {
  return (
    <div className="drive-view-state">
      <p>{children}</p>
      <p className="quiet">
        {fileKind(file.type)}, {formatBytes(file.size)}
      </p>
      <Button onClick={onDownload}>Download</Button>
    </div>
  );
}

export function CutNote({ children, onDownload }: { children: string; onDownload: () => void }) {
  return (
    <p className="drive-view-cut">
      {children}{" "}
      <Button variant="subtle" size="compact-sm" onClick={onDownload}>
        Download to see all
      </Button>
    </p>
  );
}
