/** Every public picture and file of the site, with where each is used. */
import { Button, SegmentedControl, Switch } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { callApi } from "#app/live/api.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { maxMediaOfAct } from "#lib/media-item.ts";
import type { MediaDeleted, MediaItem, MediaPage } from "#lib/media-item.ts";
import { MediaCard } from "./media-card.tsx";

const pageSize = 60;

type Read = {
  items: readonly MediaItem[];
  next: string | null;
  usage: MediaPage["usage"] | undefined;
  isReading: boolean;
  problem: string | undefined;
};

const nothingRead: Read = {
  items: [],
  next: null,
  usage: undefined,
  isReading: true,
  problem: undefined,
};

export function Media() {
  const [view, setView] = useState<"grid" | "list">("grid");
  const [onlyUnused, setOnlyUnused] = useState(false);
  const [{ items, next, usage, isReading, problem }, setRead] = useState(nothingRead);
  const [asked, setAsked] = useState({ after: "", times: 0 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);

  useEffect(() => {
    const life = new AbortController();
    const { after } = asked;
    const read = async () => {
      setRead((before) => ({ ...before, isReading: true, problem: undefined }));
      try {
        const query = new URLSearchParams({ limit: String(pageSize) });
        if (after !== "") query.set("after", after);
        if (onlyUnused) query.set("unused", "1");
        const page = await callApi<MediaPage>("GET", `/api/media?${query}`, undefined, life);
        setRead((before) => ({
          items: after === "" ? page.items : [...before.items, ...page.items],
          next: page.next,
          usage: page.usage,
          isReading: false,
          problem: undefined,
        }));
      } catch (error) {
        if (life.signal.aborted) return;
        setRead((before) => ({ ...before, isReading: false, problem: problemText(error) }));
      }
    };
    void read();
    return () => life.abort();
  }, [asked, onlyUnused]);

  const again = () => setAsked(({ times }) => ({ after: "", times: times + 1 }));
  const choose = useCallback((name: string, isChosen: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      if (isChosen) after.add(name);
      else after.delete(name);
      return after;
    });
  }, []);
  const chosenItems = items.filter(({ name }) => chosen.has(name)).slice(0, maxMediaOfAct);

  async function remove(): Promise<void> {
    const names = chosenItems.map(({ name }) => name);
    const { deleted } = await callApi<{ deleted: MediaDeleted }>("POST", "/api/media/delete", {
      names,
    });
    const gone = names.filter((name) => deleted[name] === true);
    const kept = names.flatMap((name) => {
      const said = deleted[name];
      return typeof said === "string" ? [said] : [];
    });
    setChosen(new Set());
    again();
    if (gone.length > 0)
      tell(gone.length === 1 ? "1 file deleted." : `${gone.length} files deleted.`);
    if (kept.length > 0) tellProblem([...new Set(kept)].join(" "));
  }

  if (problem !== undefined && items.length === 0) {
    return <ProblemNote text={problem} onRetry={again} />;
  }
  return (
    <div className="website-media">
      <p className="website-lead">
        Pictures and files that anyone may see. They are added where they are used, such as in a
        project or in your profile, and come here when that is published.
        {usage === undefined ? null : ` All stored files take ${usageText(usage)}.`}
      </p>
      <div className="tool-bar">
        <SegmentedControl
          aria-label="View"
          value={view}
          onChange={(value) => setView(value === "list" ? "list" : "grid")}
          data={[
            { value: "grid", label: "Pictures" },
            { value: "list", label: "List" },
          ]}
        />
        <Switch
          label="Only what is not used"
          checked={onlyUnused}
          onChange={({ currentTarget: { checked } }) => {
            setChosen(new Set());
            setOnlyUnused(checked);
            again();
          }}
        />
        {chosenItems.length === 0 ? null : (
          <Button color="red" onClick={() => setAsking(true)}>
            Delete {chosenItems.length === 1 ? "1 file" : `${chosenItems.length} files`}
          </Button>
        )}
      </div>
      {items.length === 0 && !isReading ? (
        <EmptyRoom
          title={onlyUnused ? "Everything here is used" : "No files yet"}
          text={
            onlyUnused
              ? "There is nothing that could go."
              : "What you publish with a picture or a PDF is listed here."
          }
        />
      ) : null}
      <ul className="media-items" data-view={view} aria-label="Files">
        {items.map((item) => (
          <MediaCard
            key={item.name}
            item={item}
            isChosen={chosen.has(item.name)}
            onChoose={choose}
          />
        ))}
      </ul>
      {isReading ? <SkeletonRows rows={4} /> : null}
      {problem !== undefined ? <ProblemNote text={problem} onRetry={again} /> : null}
      {next !== null && !isReading ? (
        <Button
          variant="default"
          onClick={() => setAsked(({ times }) => ({ after: next, times: times + 1 }))}
        >
          Show more
        </Button>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={chosenItems.length === 1 ? "Delete this file" : "Delete these files"}
          text="They are not used in anything that is published, drafted or kept as a version. What is deleted cannot be brought back."
          confirm="Delete"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {/* It scrolls, for who has keys alone, too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <ul className="website-names" aria-label="Files to delete" tabIndex={0}>
            {chosenItems.map(({ name, bytes }) => (
              <li key={name}>
                {name.slice(name.lastIndexOf("/") + 1)}, {formatBytes(bytes)}
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function usageText({ usedBytes, limitBytes }: MediaPage["usage"]): string {
  const used = formatBytes(usedBytes);
  return limitBytes === null ? used : `${used} of ${formatBytes(limitBytes)}`;
}
