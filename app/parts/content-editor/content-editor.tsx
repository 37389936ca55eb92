/** One document: its form beside the page that it will be. What is typed is saved by itself, as a draft. */
import { Button, SegmentedControl } from "@mantine/core";
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { DraftNotes } from "#app/parts/drafts/draft-notes.tsx";
import { useDraft } from "#app/parts/drafts/use-draft.ts";
import { SchemaForm } from "#app/parts/forms/schema-form.tsx";
import { MediaPlace } from "#app/parts/media/media-place.tsx";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { closeToastsAbout } from "#app/parts/tool-frame/toasts.ts";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { emptyFields, pagesOf, publicPathOf, titleOf } from "#lib/content/kinds.ts";
import type { Problem } from "#lib/content/problems.ts";
import type { ContentItem } from "#lib/content/item.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ContentToolFacts } from "./content-tool-facts.ts";
import { stateOf, withSlug } from "./document-state.ts";
import { LinkChecks } from "./link-checks.tsx";
import { labelOf, ProblemList } from "./problem-list.tsx";
import { PublishBar } from "./publish-bar.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { ScheduleNote } from "./schedule-note.tsx";
import { StateBadge } from "./state-badge.tsx";
import { useDocumentActs } from "./use-document-acts.ts";
import { useProblems } from "./use-problems.ts";

type Props = {
  facts: ContentToolFacts;
  id: string;
  /** As others see who is editing. */
  user: { uid: string; name: string };
  items: readonly ContentItem[];
  onChanged: () => void;
  onClose: () => void;
  onOpen: (id: string) => void;
};

const Versions = latePart(
  async () => (await import("#app/parts/versions/versions.tsx")).Versions,
  <SkeletonRows rows={5} />,
);

const noProblems: readonly Problem[] = [];

/** As wide as content-editor.css needs to put the preview beside the form. */
const beside = "(width >= 80em)";

export function ContentEditor({ facts, id, user, items, onChanged, onClose, onOpen }: Props) {
  const { kind, one, many } = facts;
  const draft = useDraft(kind, id, { user });
  const { status, published, isChanged, publishAt, sync } = draft;
  const { change: changeDraft, flush, refresh, look } = draft;
  const isMissing = status === "missing";
  const fields = useMemo(
    () => (isMissing ? emptyFields(kind) : draft.fields),
    [isMissing, kind, draft.fields],
  );
  const title = titleOf(kind, id, fields);
  const [isAsked, setAsked] = useState(false);
  const [isScheduling, setScheduling] = useState(false);
  const [hasVersions, setVersions] = useState(false);
  const [view, setView] = useState("write");
  const [hasPreview, setPreview] = useState(true);
  const isWide = useSyncExternalStore(watchWidth, () => matchMedia(beside).matches);

  const acts = useDocumentActs({ kind, id, title, draft, onChanged, onGone: onClose, onOpen });
  const { forgetProblems } = acts;
  const sections = useMemo(
    () => facts.sectionsOf(items.filter((other) => other.id !== id)),
    [facts, items, id],
  );
  const { problems, problemsNow } = useProblems(kind, id, fields, acts.problems);
  const isPublished = published !== null;
  const shownProblems = useMemo(
    () =>
      isAsked || isPublished
        ? Object.fromEntries(problems.map(({ path, text }) => [path, text]))
        : {},
    [problems, isAsked, isPublished],
  );
  const change = useCallback(
    (patch: Record<string, unknown>) => {
      forgetProblems();
      changeDraft(withSlug(patch, fields, published));
    },
    [changeDraft, fields, published, forgetProblems],
  );
  const publish = async () => {
    setAsked(true);
    closeToastsAbout([id]);
    if (problemsNow().length === 0) await acts.publish();
  };
  const document = stateOf(draft);
  const path = isPublished ? publicPathOf(kind, published, id) : undefined;
  const restored = useCallback(() => {
    void refresh();
    onChanged();
  }, [refresh, onChanged]);
  const closeVersions = useCallback(() => setVersions(false), []);
  const previewed = useDeferredValue(fields);

  useEffect(() => {
    // What had the focus in the list is gone.
    window.document.querySelector<HTMLElement>(".content-back")?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, []);

  const isThere = status === "ready" || isMissing;
  return (
    <ToolFrame
      title={status === "loading" ? "…" : title || `New ${one}`}
      sync={isThere && !isMissing ? sync : undefined}
      action={
        isThere ? (
          <PublishBar
            document={document}
            isChanged={isChanged}
            isPublished={isPublished}
            isNew={isMissing}
            path={document.isHidden ? undefined : path}
            acts={{ ...acts, publish }}
            onSchedule={() => {
              setAsked(true);
              if (problemsNow().length === 0) setScheduling(true);
            }}
            onVersions={() => setVersions(true)}
          />
        ) : undefined
      }
      bar={
        <>
          <button type="button" className="content-back" onClick={onClose}>
            ← All {many}
          </button>
          {isThere ? (
            <StateBadge
              state={document.state}
              isHidden={document.isHidden}
              publishAt={publishAt ?? undefined}
            />
          ) : null}
          {isThere ? <Affected kind={kind} id={id} fields={fields} path={path} /> : null}
          {status === "ready" && facts.ItemAct !== undefined ? (
            <facts.ItemAct item={{ id, title }} fields={fields} save={flush} onChanged={restored} />
          ) : null}
          {isWide ? (
            <Button
              className="content-preview-switch"
              variant="subtle"
              onClick={() => setPreview(!hasPreview)}
            >
              {hasPreview ? "Hide preview" : "Show preview"}
            </Button>
          ) : (
            <SegmentedControl
              className="content-views"
              aria-label="View"
              value={view}
              onChange={setView}
              data={[
                { value: "write", label: "Write" },
                { value: "preview", label: "Preview" },
              ]}
            />
          )}
        </>
      }
      panel={
        hasVersions
          ? {
              title: "Versions",
              onClose: closeVersions,
              children: (
                <Versions
                  kind={kind}
                  id={id}
                  now={fields}
                  save={flush}
                  onRestored={restored}
                  labelOf={(field) => labelOf(field, sections)}
                />
              ),
            }
          : undefined
      }
    >
      {status === "loading" ? <SkeletonForm fields={6} /> : null}
      {typeof status === "object" ? (
        <ProblemNote text={status.failed} onRetry={() => void refresh()} />
      ) : null}
      {isThere ? (
        <>
          <DraftNotes draft={draft} labelOf={(field) => labelOf(field, sections)} />
          <ProblemList problems={isAsked ? problems : noProblems} sections={sections} />
          <ScheduleNote
            at={publishAt}
            problem={draft.scheduleProblem}
            onCancel={() => void acts.unschedule()}
            onDue={look}
          />
          <div
            className="content-editor"
            data-view={isWide ? (hasPreview ? "both" : "write") : view}
          >
            <MediaPlace kind={kind} id={id}>
              <div className="content-form">
                {sections.map(({ title: name, fields: own }) => (
                  <section key={name}>
                    <h2>{name}</h2>
                    <SchemaForm
                      fields={own}
                      value={fields}
                      onChange={change}
                      problems={shownProblems}
                    />
                  </section>
                ))}
                <LinkChecks kind={kind} id={id} fields={previewed} />
              </div>
            </MediaPlace>
            {(isWide ? hasPreview : view === "preview") ? (
              <div className="content-preview">
                <facts.Preview id={id} fields={previewed} />
              </div>
            ) : null}
          </div>
        </>
      ) : null}
      {isScheduling ? (
        <ScheduleDialog
          title={title}
          onSchedule={acts.schedule}
          onClose={() => setScheduling(false)}
        />
      ) : null}
    </ToolFrame>
  );
}

type AffectedProps = {
  kind: ContentToolFacts["kind"];
  id: string;
  fields: PlainFields;
  /** As it is published. */
  path: string | undefined;
};

/** Said before, not asked: where visitors will meet it. */
function Affected({ kind, id, fields, path }: AffectedProps) {
  const pages = pagesOf(kind, id, fields);
  const own = publicPathOf(kind, fields, id);
  return (
    <p className="content-affected faint">
      Shown on {pages.join(", ")}
      {path !== undefined && own !== undefined && own !== path ? (
        <>. The old address {path} will lead there</>
      ) : null}
    </p>
  );
}

function watchWidth(changed: () => void): () => void {
  const query = matchMedia(beside);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
