import { useEffect, useRef, useState } from "react";
import { deleteFile } from "#app/live/files.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FileRow } from "./file-row.tsx";
import { downloadFile, openFile } from "#app/parts/files/open-file.ts";
import { sentenceOf } from "./sentence-of.ts";
import type { FileList as Listed } from "./use-file-list.ts";

type Props = { list: Listed; prefix: string; onDeleted: () => void };

export function FileList({ list, prefix, onDeleted }: Props) {
  const [asked, setAsked] = useState<string>();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const { files, hasMore, isLoading } = list;
  const nameOf = (name: string) => name.slice(prefix.length);

  useEffect(() => {
    const forget = () => setProblem(undefined);
    addEventListener("online", forget);
    return () => removeEventListener("online", forget);
  }, []);

  async function act(what: string, run: () => Promise<void>): Promise<boolean> {
    setProblem(undefined);
    try {
      await run();
      return true;
    } catch (error) {
      setProblem(sentenceOf(error, what));
      return false;
    }
  }

  async function remove(name: string): Promise<void> {
    setAsked(undefined);
    setBusy((now) => new Set([...now, name]));
    const done = await act(`${nameOf(name)} was not deleted`, () => deleteFile(name));
    setBusy((now) => new Set([...now].filter((each) => each !== name)));
    if (!done) return;
    // Its button had the focus and goes with it.
    heading.current?.focus({ preventScroll: true });
    list.drop(name);
    setSaid(`${nameOf(name)} is deleted.`);
    onDeleted();
  }

  return (
    <section className="files">
      <h2 ref={heading} tabIndex={-1}>
        Your files
      </h2>
      <p className="unseen" aria-live="polite">
        {said}
      </p>
      <div role="alert">
        {problem === undefined ? null : <p className="file-problem">{problem}</p>}
        {list.problem === undefined ? null : (
          <p className="file-problem">
            {list.problem}{" "}
            <button type="button" className="act" onClick={list.refresh}>
              Try again
            </button>
          </p>
        )}
      </div>
      {files === undefined && isLoading ? <p className="loading">Loading...</p> : null}
      {files?.length === 0 ? (
        <p className="lead">
          Nothing here yet. What you upload stays in this list, and nobody else can see it.
        </p>
      ) : null}
      {files && files.length > 0 ? (
        <ul className="file-rows">
          {files.map((file) => (
            <FileRow
              key={file.name}
              file={file}
              fileName={nameOf(file.name)}
              isBusy={busy.has(file.name)}
              onOpen={() =>
                void act(`${nameOf(file.name)} was not opened`, () =>
                  openFile(file.name, nameOf(file.name)),
                )
              }
              onDownload={() =>
                void act(`${nameOf(file.name)} was not downloaded`, () =>
                  downloadFile(file.name, nameOf(file.name)),
                )
              }
              onDelete={() => busy.has(file.name) || setAsked(file.name)}
            />
          ))}
        </ul>
      ) : null}
      {hasMore ? (
        <button
          type="button"
          className="act more"
          aria-disabled={isLoading}
          onClick={() => isLoading || list.more()}
        >
          {isLoading ? "Loading..." : "Show more"}
        </button>
      ) : null}
      {asked === undefined ? null : (
        <DeleteDialog
          fileName={nameOf(asked)}
          onDelete={() => void remove(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
