import { Button } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import { callApi } from "#app/live/api.ts";
import { Modal } from "#app/ui/modal.tsx";
import { ProblemNote } from "../tool-frame/problem-note.tsx";
import { PictureThumb } from "./picture-thumb.tsx";
import type { PictureValue } from "./picture-value.ts";

/** As `GET /api/media` says it. */
type MediaObject = {
  name: string;
  src: string;
  contentType: string;
  width?: number | null;
  height?: number | null;
  thumbhash?: string | null;
};

type State = {
  objects: readonly MediaObject[];
  /** Undefined at the end. */
  next: string | undefined;
  isLoading: boolean;
  problem: string | undefined;
};

const pageSize = 60;

export function LibraryDialog({
  onChosen,
  onClose,
}: {
  onChosen: (picture: PictureValue) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [wanted, setWanted] = useState({ after: "" });
  const [{ objects, next, isLoading, problem }, setState] = useState<State>({
    objects: [],
    next: undefined,
    isLoading: true,
    problem: undefined,
  });

  useEffect(() => {
    const { after } = wanted;
    const life = new AbortController();
    const load = async () => {
      setState((state) => ({ ...state, isLoading: true, problem: undefined }));
      try {
        const found = await readMedia(after, life.signal);
        setState(({ objects: before }) => ({
          objects: after === "" ? found.objects : [...before, ...found.objects],
          next: found.next,
          isLoading: false,
          problem: undefined,
        }));
      } catch (error) {
        if (life.signal.aborted) return;
        const text = error instanceof Error ? error.message : String(error);
        setState((state) => ({ ...state, isLoading: false, problem: text }));
      }
    };
    void load();
    return () => life.abort();
  }, [wanted]);

  const pictures = objects.flatMap((object) => {
    const { src, width, height, thumbhash, contentType } = object;
    if (
      !contentType.startsWith("image/") ||
      typeof width !== "number" ||
      typeof height !== "number"
    )
      return [];
    return [{ name: object.name, src, alt: "", width, height, ...(thumbhash && { thumbhash }) }];
  });

  return (
    <Modal label={id} className="modal library" onClose={onClose}>
      <h2 id={id}>Choose a picture of this site</h2>
      {problem === undefined ? null : (
        <ProblemNote text={problem} onRetry={() => setWanted({ ...wanted })} />
      )}
      {pictures.length === 0 && !isLoading && problem === undefined ? (
        <p>There is none yet. What you publish is listed here.</p>
      ) : null}
      <ul className="library-pictures" aria-label="Pictures">
        {pictures.map(({ name, ...picture }) => (
          <li key={name}>
            <button type="button" title={fileNameOf(name)} onClick={() => onChosen(picture)}>
              <PictureThumb picture={{ ...picture, alt: fileNameOf(name) }} />
            </button>
          </li>
        ))}
      </ul>
      {isLoading ? <output>Loading...</output> : null}
      <div className="confirm-buttons">
        {next === undefined || isLoading ? null : (
          <Button variant="default" onClick={() => setWanted({ after: next })}>
            Show more
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}

async function readMedia(
  after: string,
  signal: AbortSignal,
): Promise<{ objects: MediaObject[]; next: string | undefined }> {
  const query = new URLSearchParams({ limit: String(pageSize), ...(after !== "" && { after }) });
  const answer = await callApi<{ items?: MediaObject[]; next?: string | null }>(
    "GET",
    `/api/media?${query}`,
    undefined,
    { signal },
  );
  return { objects: answer.items ?? [], next: answer.next ?? undefined };
}

function fileNameOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
