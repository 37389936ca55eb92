/** What a document was: compared with now by words, brought back, and named, so that it is kept for ever. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useCallback, useEffect, useMemo, useState } from "react";
import { callApi } from "#app/live/api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { offerUndo, tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import type { ContentKind } from "#lib/content/kinds.ts";
import { maxVersionLabel } from "#lib/content/version.ts";
import type { VersionReason } from "#lib/content/version.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { Changes } from "./changes.tsx";
import { readVersions } from "./read-versions.ts";
import type { KeptVersion } from "./read-versions.ts";
import { fieldWords, sentenceOf } from "./version-words.ts";

type Props = {
  kind: ContentKind;
  id: string;
  /** As it is written just now; without it the last version stands for that. */
  now?: PlainFields;
  /** Stores what is written just now. @returns its rev. Without it nothing can be named here. */
  save?: () => Promise<number>;
  /** The draft is another one now. */
  onRestored: () => void;
  /** As the form calls a field. */
  labelOf?: (field: string) => string;
};

const reasons: Record<VersionReason, string> = {
  published: "Published",
  hidden: "Hidden",
  shown: "Shown again",
  saved: "Saved",
  discarded: "Discarded changes",
  restored: "Before an older one came back",
  deleted: "Deleted",
  conflict: "Lost a race",
};

export function Versions({ kind, id, now, save, onRestored, labelOf = fieldWords }: Props) {
  const [versions, setVersions] = useState<readonly KeptVersion[]>();
  const [hasMore, setHasMore] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [openedId, setOpenedId] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const read = useCallback(
    async (before?: number) => {
      try {
        const page = await readVersions(kind, id, before);
        setVersions((all = []) =>
          before === undefined ? page.versions : [...all, ...page.versions],
        );
        setHasMore(page.hasMore);
        setProblem(undefined);
      } catch (error) {
        setProblem(sentenceOf(error));
      }
    },
    [kind, id],
  );
  useEffect(() => {
    const begin = async () => read();
    void begin();
  }, [read]);

  const restore = useCallback(
    async (version: KeptVersion) => {
      setBusy(true);
      const bringBack = (versionId: string) =>
        callApi<{ rev?: number; versionId?: string }>("POST", "/api/content/restore", {
          kind,
          id,
          versionId,
        });
      try {
        await save?.();
        const answer = await bringBack(version.id);
        onRestored();
        const text = "The version is back, as a draft. Publish it when you want.";
        const { rev, versionId: before } = answer;
        const undo = async () => {
          if (before !== undefined) await bringBack(before);
          else await callApi("POST", "/api/content/discard", { kind, id, rev });
          onRestored();
          await read();
        };
        if (before === undefined && rev === undefined) tell(text, [id]);
        else offerUndo({ text, about: [id], undo });
        await read();
      } catch (error) {
        tellProblem(sentenceOf(error));
      } finally {
        setBusy(false);
      }
    },
    [kind, id, save, onRestored, read],
  );

  const keep = useCallback(
    async (label: string) => {
      setBusy(true);
      try {
        const rev = (await save?.()) ?? 0;
        await callApi("POST", "/api/content/save-version", { kind, id, rev, label });
        await read();
        return true;
      } catch (error) {
        tellProblem(sentenceOf(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [kind, id, save, read],
  );

  if (versions === undefined) {
    if (problem === undefined) return <SkeletonRows rows={5} />;
    return <ProblemNote text={problem} onRetry={() => void read()} />;
  }
  return (
    <div className="versions">
      {save === undefined ? null : <KeepForm isBusy={isBusy} onKeep={keep} />}
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void read()} />}
      {versions.length === 0 ? (
        <p className="faint">
          None yet. There is one for each time that this is published, and for each that you name.
        </p>
      ) : (
        <ol className="plain-list">
          {versions.map((version) => (
            <li key={version.id} data-open={openedId === version.id || undefined}>
              <VersionLine
                version={version}
                isOpen={openedId === version.id}
                onOpen={() => setOpenedId(openedId === version.id ? undefined : version.id)}
              />
              {openedId === version.id ? (
                <Opened
                  version={version}
                  versions={versions}
                  now={now}
                  isBusy={isBusy}
                  labelOf={labelOf}
                  onRestore={() => void restore(version)}
                />
              ) : null}
            </li>
          ))}
        </ol>
      )}
      {hasMore ? (
        <Button variant="default" onClick={() => void read(versions.at(-1)?.number)}>
          Show older ones
        </Button>
      ) : null}
      <p className="faint">Named ones are kept, of the others the last 100.</p>
    </div>
  );
}

type LineProps = { version: KeptVersion; isOpen: boolean; onOpen: () => void };

function VersionLine({ version: { label, why, at, byName }, isOpen, onOpen }: LineProps) {
  return (
    <button type="button" className="version-line" aria-expanded={isOpen} onClick={onOpen}>
      <b dir="auto">{label ?? reasons[why]}</b>
      <span className="faint">
        {label === undefined ? "" : `${reasons[why]}, `}
        {whenOf(at)}, <bdi>{byName || "the site"}</bdi>
      </span>
    </button>
  );
}

type OpenedProps = {
  version: KeptVersion;
  versions: readonly KeptVersion[];
  now: PlainFields | undefined;
  isBusy: boolean;
  labelOf: (field: string) => string;
  onRestore: () => void;
};

function Opened({ version, versions, now, isBusy, labelOf, onRestore }: OpenedProps) {
  const [otherId, setOtherId] = useState("");
  const others = versions.filter(({ id }) => id !== version.id);
  const latest = now === undefined ? others[0]?.fields : now;
  const other = others.find(({ id }) => id === otherId)?.fields ?? latest;
  const options = useMemo(
    () => [
      { value: "", label: now === undefined ? "The latest one" : "What is written now" },
      ...others.map(({ id, label, why, at }) => ({
        value: id,
        label: `${label ?? reasons[why]}, ${whenOf(at)}`,
      })),
    ],
    [others, now],
  );
  return (
    <div className="version-opened">
      <NativeSelect
        label="Compare with"
        value={otherId}
        onChange={({ currentTarget }) => setOtherId(currentTarget.value)}
        data={options}
      />
      {other === undefined ? null : (
        <Changes before={version.fields} after={other} labelOf={labelOf} />
      )}
      <Button variant="default" loading={isBusy} onClick={onRestore}>
        Restore this version
      </Button>
    </div>
  );
}

type KeepProps = { isBusy: boolean; onKeep: (label: string) => Promise<boolean> };

function KeepForm({ isBusy, onKeep }: KeepProps) {
  const [label, setLabel] = useState("");
  async function keep(name: string): Promise<void> {
    if (await onKeep(name)) setLabel("");
  }
  return (
    <form
      className="keep-version"
      onSubmit={(event) => {
        event.preventDefault();
        if (label.trim() !== "") void keep(label.trim());
      }}
    >
      <TextInput
        label="Keep what is written now as"
        placeholder="Before the rewrite"
        value={label}
        maxLength={maxVersionLabel}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isBusy}>
        Keep
      </Button>
    </form>
  );
}
