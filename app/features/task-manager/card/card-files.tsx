/** What is attached to a card. */
import { useEffect, useState } from "react";
import { fileTicket } from "#app/live/files.ts";
import { downloadFile, openFile } from "#app/parts/files/open-file.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { logFailure } from "#app/parts/uploader/log-failure.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { BoardFile } from "#lib/boards/board-items.ts";
import { opensInline } from "#lib/file-headers.ts";
import { useBoardApp, usePersonName, useThings } from "../store/use-board.ts";
import { isPicture } from "./file-words.ts";
import { focusHeading } from "./focus-heading.ts";
import { useSome } from "./use-some.tsx";

/** More of them are shown by steps: each asks for a ticket. */
const filesShown = 30;

const CardUploads = latePart(
  async () => (await import("./card-uploads.tsx")).CardUploads,
  <p className="loading">Loading...</p>,
);

export function CardFiles({ card, isFixed = false }: { card: string; isFixed?: boolean }) {
  const { files } = useThings(card);
  const { shown, more } = useSome(files, filesShown);
  if (isFixed && files.length === 0) return null;
  return (
    <section className="card-files">
      <h3>
        Attachments {files.length === 0 ? null : <span className="faint">{files.length}</span>}
      </h3>
      {files.length === 0 ? null : (
        <ul>
          {shown.map((file) => (
            <FileLine key={file.id} file={file} isFixed={isFixed} />
          ))}
        </ul>
      )}
      {more}
      {isFixed ? null : <CardUploads card={card} />}
    </section>
  );
}

function FileLine({ file, isFixed }: { file: BoardFile; isFixed: boolean }) {
  const { acts } = useBoardApp();
  const by = usePersonName(file.by);
  const { id, card, name, path, type, sizeBytes } = file;
  const run = async (get: typeof openFile) => {
    try {
      await get(path, name);
    } catch (error) {
      logFailure("A file could not be opened", error);
      const said = error instanceof Error ? ` ${error.message}` : "";
      tellProblem(
        navigator.onLine
          ? `${name} could not be opened.${said}`
          : `${name} could not be opened: you are offline.`,
      );
    }
  };
  return (
    <li className="card-file">
      {isPicture(file) ? (
        <Thumbnail path={path} />
      ) : (
        <span className="card-thumb" aria-hidden="true">
          {endingOf(name)}
        </span>
      )}
      <div>
        <p className="card-file-name">
          <bdi>{name || "Untitled"}</bdi>
        </p>
        <p className="faint">
          {formatBytes(sizeBytes)}, by <bdi>{by}</bdi>
        </p>
        <p className="card-comment-acts">
          {opensInline(type) ? (
            <button type="button" className="record-link" onClick={() => void run(openFile)}>
              Open<span className="unseen"> {name} in a new tab</span>
            </button>
          ) : null}
          <button type="button" className="record-link" onClick={() => void run(downloadFile)}>
            Download<span className="unseen"> {name}</span>
          </button>
          {isFixed ? null : (
            <button
              type="button"
              className="record-link"
              onClick={({ currentTarget }) => {
                focusHeading(currentTarget);
                acts.files.remove(card, id);
              }}
            >
              Delete<span className="unseen"> {name}</span>
            </button>
          )}
        </p>
      </div>
    </li>
  );
}

/** Its name stands beside it, so it says nothing itself. */
function Thumbnail({ path }: { path: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const life = new AbortController();
    const find = async () => {
      try {
        const found = await fileTicket(path);
        if (!life.signal.aborted) setUrl(found);
      } catch {
        // Without a connection there is no picture; its name is there, and opening it says why.
      }
    };
    void find();
    return () => life.abort();
  }, [path]);
  return (
    <span className="card-thumb" aria-hidden="true">
      {url === undefined ? null : (
        <img src={url} alt="" loading="lazy" onError={() => setUrl(undefined)} />
      )}
    </span>
  );
}

function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? "FILE";
}
