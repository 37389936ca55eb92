/** What admins and the server did, newest first. It is kept for three years; what is undone is one more entry. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { auditActions } from "#lib/audit-actions.ts";
import type { AuditPage, AuditRow } from "#lib/user-admin.ts";
import { actionTitles, byWords, partsOf, undoOf, whomWords } from "../audit-words.ts";
import { queryText } from "../call-admin.ts";
import { Pager } from "../pager.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { problemText } from "#app/session/problem-text.ts";
import { useAnswer } from "../use-answer.ts";
import { usePages } from "../use-pages.ts";
import { When } from "../when.tsx";
import type { UserActs } from "../accounts/use-user-acts.ts";
import { saveAuditLog } from "./save-audit-log.ts";

const noFilter = { action: "", actor: "", target: "", from: "", to: "" };
const actionChoices = [
  { value: "", label: "All acts" },
  ...auditActions.map((value) => ({ value, label: actionTitles[value] })),
];

export function AuditTab({ acts }: { acts: UserActs }) {
  const [filter, setFilter] = useQueryFilter(noFilter);
  const asked = queryText({
    action: filter.action,
    actor: filter.actor,
    target: filter.target,
    from: instantOf(filter.from, "start"),
    to: instantOf(filter.to, "end"),
  });
  const { mark, page, onNext, onBack } = usePages(asked);
  const { value, problem, refresh } = useAnswer<AuditPage>(
    `/api/audit?${asked}&${queryText({ before: mark })}`,
  );
  const [isSaving, setSaving] = useState(false);
  const undone = new Set(value?.entries.map(({ undoes }) => undoes));
  const change = (part: Partial<typeof noFilter>) => setFilter({ ...filter, ...part });

  async function save(): Promise<void> {
    setSaving(true);
    try {
      await saveAuditLog(asked);
    } catch (error) {
      tellProblem(problemText(error));
    } finally {
      setSaving(false);
    }
  }

  async function undo(entry: AuditRow): Promise<void> {
    const act = undoOf(entry);
    if (act === undefined || entry.target === null) return;
    try {
      await acts.undo(entry.target, act, entry.id);
      tell("Undone.");
      refresh();
    } catch (error) {
      tellProblem(problemText(error));
    }
  }

  return (
    <>
      <search className="tool-bar users-bar">
        <NativeSelect
          label="What"
          value={filter.action}
          onChange={({ currentTarget }) => change({ action: currentTarget.value })}
          data={actionChoices}
        />
        <TextInput
          type="date"
          label="From"
          value={filter.from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Until"
          value={filter.to}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
        <Button variant="default" className="at-end" loading={isSaving} onClick={() => void save()}>
          Save as CSV
        </Button>
      </search>
      {filter.actor === "" && filter.target === "" ? null : (
        <p className="users-only">
          <span>
            {filter.actor === "" ? "Only what was done to " : "Only what was done by "}
            <bdi>{personOf(value?.entries, filter.actor, filter.target)}</bdi>.
          </span>
          <Button variant="default" onClick={() => change({ actor: "", target: "" })}>
            Show everybody’s
          </Button>
        </p>
      )}
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={refresh} />}
      {value === undefined && problem === undefined ? <SkeletonRows rows={10} /> : null}
      {value?.entries.length === 0 ? (
        <EmptyRoom
          title="Nothing here"
          text="What admins do to accounts, invites and jobs is kept here for three years: who, what, to whom and when."
        />
      ) : null}
      <ul className="plain-list rows">
        {value?.entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            isUndone={undone.has(entry.id)}
            onActor={() => change({ actor: entry.actor })}
            onTarget={() => change({ target: entry.target ?? "" })}
            onUndo={() => undo(entry)}
          />
        ))}
      </ul>
      <Pager
        page={page}
        hasNext={(value?.next ?? null) !== null}
        onBack={onBack}
        onNext={() => value?.next && onNext(value.next)}
      />
    </>
  );
}

/** By name, where an entry has it. */
function personOf(entries: readonly AuditRow[] = [], actor: string, target: string): string {
  const [entry] = entries;
  if (actor === "") return entry?.targetName ?? target;
  return byWords({ actor, actorName: entry?.actorName ?? null });
}

function Entry({
  entry,
  isUndone,
  onActor,
  onTarget,
  onUndo,
}: {
  entry: AuditRow;
  isUndone: boolean;
  onActor: () => void;
  onTarget: () => void;
  onUndo: () => Promise<void>;
}) {
  const [isBusy, setBusy] = useState(false);
  const [verb, rest] = partsOf(entry);
  const whom = whomWords(entry);
  const mayUndo = !isUndone && entry.target !== null && undoOf(entry) !== undefined;
  return (
    <li className="with-button">
      <span>
        <button type="button" className="name-link" onClick={onActor} title="Only what they did">
          <bdi>{byWords(entry)}</bdi>
        </button>{" "}
        {verb}{" "}
        {whom === "" ? null : (
          <button
            type="button"
            className="name-link"
            onClick={onTarget}
            title="Only what was done to them"
          >
            <bdi>{whom}</bdi>
          </button>
        )}{" "}
        <bdi>{rest}</bdi>
        {entry.undoes === null ? null : <span className="faint"> (takes back another act)</span>}
        <br />
        <span className="faint">
          <When at={entry.at} withTime />
          {isUndone ? ", taken back" : ""}
        </span>
      </span>
      {mayUndo ? (
        <Button
          variant="default"
          loading={isBusy}
          aria-label={`Undo: ${byWords(entry)} ${verb} ${whom}`}
          onClick={() => {
            setBusy(true);
            void onUndo().finally(() => setBusy(false));
          }}
        >
          Undo
        </Button>
      ) : null}
    </li>
  );
}

/** Days are the reader's own. */
function instantOf(day: string, end: "start" | "end"): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const date = new Date(`${day}T${end === "start" ? "00:00:00.000" : "23:59:59.999"}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
