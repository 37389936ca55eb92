/** One document of the site, written as a draft: its form, its page as it will be, and what is done with it. */
import { Button } from "@mantine/core";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { stateOf } from "#app/parts/content-editor/document-state.ts";
import { labelOf, ProblemList } from "#app/parts/content-editor/problem-list.tsx";
import { PublishBar } from "#app/parts/content-editor/publish-bar.tsx";
import { ScheduleDialog } from "#app/parts/content-editor/schedule-dialog.tsx";
import { ScheduleNote } from "#app/parts/content-editor/schedule-note.tsx";
import { StateBadge } from "#app/parts/content-editor/state-badge.tsx";
import { useDocumentActs } from "#app/parts/content-editor/use-document-acts.ts";
import { useProblems } from "#app/parts/content-editor/use-problems.ts";
import { DraftNotes } from "#app/parts/drafts/draft-notes.tsx";
import { useDraft } from "#app/parts/drafts/use-draft.ts";
import type { OpenDraft } from "#app/parts/drafts/use-draft.ts";
import type { Field, Problems } from "#app/parts/forms/field.ts";
import { MediaPlace } from "#app/parts/media/media-place.tsx";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { closeToastsAbout } from "#app/parts/tool-frame/toasts.ts";
import { useSession } from "#app/session/session.ts";
import { publicPathOf } from "#lib/content/kinds.ts";
import type { SiteId } from "#lib/content/kinds.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { useTellSync } from "./sync-context.ts";

const Versions = latePart(
  async () => (await import("#app/parts/versions/versions.tsx")).Versions,
  <SkeletonRows rows={5} />,
);

export type Editing = {
  fields: PlainFields;
  /** Whole values of top-level fields; undefined takes one away. */
  change: (patch: Record<string, unknown>) => void;
  /** By path. */
  problems: Problems;
};

type Props = {
  id: SiteId;
  /** As it is called when something was done with it: "Your profile". */
  name: string;
  /** Of the fields, for what is said about one of them. */
  labels: readonly Field[];
  lead?: ReactNode;
  /** Both stay the same from one rendering to the next. */
  Form: ComponentType<Editing>;
  /** The page, drawn with these fields. */
  Preview?: ComponentType<{ fields: PlainFields }>;
};

/** As wide as website.css needs to put the preview beside the form. */
const beside = "(width >= 80em)";

export function SiteEditor(props: Props) {
  const { user } = useSession();
  const editor = useMemo(
    () => user && { uid: user.uid, name: user.name || user.email || "Somebody" },
    [user],
  );
  const draft = useDraft("site", props.id, { user: editor });
  const { status } = draft;
  useTellSync(status === "ready" ? draft.sync : undefined);
  if (typeof status === "object") {
    return <ProblemNote text={status.failed} onRetry={() => void draft.refresh()} />;
  }
  return status === "loading" ? <SkeletonForm fields={5} /> : <Open {...props} draft={draft} />;
}

function Open({ id, name, labels, lead, Form, Preview, draft }: Props & { draft: OpenDraft }) {
  const { fields, published, isChanged, publishAt, rev, change: changeDraft, refresh } = draft;
  const [isAsked, setAsked] = useState(false);
  const [isScheduling, setScheduling] = useState(false);
  const [side, setSide] = useState<"preview" | "versions" | undefined>(
    Preview !== undefined && matchMedia(beside).matches ? "preview" : undefined,
  );
  const acts = useDocumentActs({ kind: "site", id, title: name, draft, onChanged: nothing });
  const { forgetProblems } = acts;
  const { problems, problemsNow } = useProblems("site", id, fields, acts.problems);
  const problemsByPath = useMemo(
    () => Object.fromEntries(problems.map(({ path, text }) => [path, text])),
    [problems],
  );
  const change = useCallback(
    (patch: Record<string, unknown>) => {
      forgetProblems();
      changeDraft(patch);
    },
    [changeDraft, forgetProblems],
  );
  const sections = useMemo(() => [{ title: name, fields: labels }], [name, labels]);
  const publish = async () => {
    setAsked(true);
    closeToastsAbout([id]);
    if (problemsNow().length === 0) await acts.publish();
  };
  const turn = (to: "preview" | "versions") => setSide(side === to ? undefined : to);
  const previewed = useDeferredValue(fields);
  const document = stateOf({ published, isChanged, publishAt });
  // Nothing is stored and nothing is written: the site has what it has without the document.
  const isUntouched = published === null && rev === 0 && !isChanged;
  return (
    <div className="site-editor-whole">
      {lead === undefined ? null : <p className="website-lead">{lead}</p>}
      <div className="site-editor-bar">
        {isUntouched ? null : (
          <StateBadge
            state={document.state}
            isHidden={document.isHidden}
            publishAt={publishAt ?? undefined}
            draftWord="Not published yet"
          />
        )}
        <div className="site-editor-acts">
          {Preview === undefined ? null : (
            <Button variant="default" onClick={() => turn("preview")}>
              {side === "preview" ? "Hide preview" : "Preview"}
            </Button>
          )}
          {isUntouched ? null : (
            <PublishBar
              document={document}
              isChanged={isChanged}
              isPublished={published !== null}
              path={publicPathOf("site", fields, id)}
              acts={{ ...acts, publish }}
              isCollection={false}
              onSchedule={() => {
                setAsked(true);
                if (problemsNow().length === 0) setScheduling(true);
              }}
              onVersions={() => turn("versions")}
            />
          )}
        </div>
      </div>
      <div className="site-editor" data-side={side === undefined ? undefined : "open"}>
        <div className="site-editor-form">
          <ScheduleNote
            at={publishAt}
            problem={draft.scheduleProblem}
            onCancel={() => void acts.unschedule()}
            onDue={draft.look}
          />
          <DraftNotes draft={draft} labelOf={(field) => labelOf(field, sections)} />
          <ProblemList problems={isAsked ? problems : []} sections={sections} />
          <MediaPlace kind="site" id={id}>
            <Form fields={fields} change={change} problems={problemsByPath} />
          </MediaPlace>
        </div>
        {side === undefined ? null : (
          <div className="site-editor-side">
            {side === "preview" && Preview !== undefined ? (
              <Preview fields={previewed} />
            ) : (
              <section className="site-versions" aria-label="Versions">
                <div className="site-versions-head">
                  <h3>Versions</h3>
                  <Button variant="default" onClick={() => setSide(undefined)}>
                    Close
                  </Button>
                </div>
                <Versions
                  kind="site"
                  id={id}
                  now={fields}
                  save={draft.flush}
                  onRestored={() => void refresh()}
                  labelOf={(field) => labelOf(field, sections)}
                />
              </section>
            )}
          </div>
        )}
      </div>
      {isScheduling ? (
        <ScheduleDialog
          title={name}
          onSchedule={acts.schedule}
          onClose={() => setScheduling(false)}
        />
      ) : null}
    </div>
  );
}

function nothing(): void {
  // There is no list around it that would have to follow.
}
