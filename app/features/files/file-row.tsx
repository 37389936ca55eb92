import type { StoredFile } from "#app/live/files.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { shortDayOf } from "#app/parts/tool-frame/when.ts";
import { opensInline } from "#lib/file-headers.ts";
import { fileKind } from "./file-kind.ts";

type Props = {
  file: StoredFile;
  fileName: string;
  /** It is being deleted. */
  isBusy: boolean;
  onOpen: () => void;
  onDownload: () => void;
  onDelete: () => void;
};

export function FileRow({ file, fileName, isBusy, onOpen, onDownload, onDelete }: Props) {
  const { contentType, sizeBytes, updated } = file;
  return (
    <li className="file" aria-busy={isBusy || undefined}>
      <p className="file-name">
        <bdi>{fileName}</bdi>
      </p>
      <p className="file-facts quiet">
        <span>{fileKind(contentType)}</span>
        <span>{formatBytes(sizeBytes)}</span>
        <time dateTime={updated}>{shortDayOf(updated)}</time>
      </p>
      <p className="file-buttons">
        {opensInline(contentType) ? (
          <button type="button" className="act" onClick={onOpen}>
            Open<span className="unseen"> {fileName} in a new tab</span>
          </button>
        ) : null}
        <button type="button" className="act" onClick={onDownload}>
          Download<span className="unseen"> {fileName}</span>
        </button>
        <button type="button" className="act" aria-disabled={isBusy} onClick={onDelete}>
          {isBusy ? "Deleting..." : "Delete"}
          <span className="unseen"> {fileName}</span>
        </button>
      </p>
    </li>
  );
}
