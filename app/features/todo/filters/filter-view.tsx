/** What a filter asks for, above its tasks; text and form change the same. */
import { Button } from "@mantine/core";
import { useId, useRef, useState } from "react";
import type { SyntheticEvent } from "react";
import { useNavigate } from "react-router";
import { filterText, isFilterProblem, parseFilter } from "#lib/todo/filter.ts";
import { longestName } from "../acts/room.ts";
import { useTodoApp } from "../use-todos.ts";
import { queryOf } from "../views.ts";
import type { View } from "../views.ts";
import { addFilter, changeFilter, removeFilter } from "./filter-acts.ts";
import { filterOfGroup, groupOf } from "./filter-form.ts";
import { GroupFields } from "./group-fields.tsx";
import type { SavedFilter } from "./saved-filters.ts";
import { useFilters } from "./use-filters.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/todo-views.css";

type FilterView = Extract<View, { kind: "filter" }>;
type Props = { view: FilterView; onGone: () => void };

export function FilterEditor({ view, onGone }: Props) {
  const app = useTodoApp();
  const navigate = useNavigate();
  const saved = useFilters().find(({ id }) => id === view.id);
  const [isEdited, setEdited] = useState(view.id === "" || view.query !== "");

  function go(next: View, replace = false): void {
    const search = queryOf(next);
    void navigate(
      { search },
      { replace, preventScrollReset: true, defaultShouldRevalidate: false },
    );
  }
  const show = (query: string) => {
    // What is shown follows as far as it can be read.
    if (!isFilterProblem(parseFilter(query))) go({ ...view, query }, true);
  };

  if (view.id !== "" && !saved) return <p className="faint">This filter is not there any more.</p>;
  if (!isEdited && saved) {
    return (
      <div className="filter-said">
        <code dir="auto">{saved.query}</code>
        <Button variant="default" size="compact-md" onClick={() => setEdited(true)}>
          Change…
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => {
            removeFilter(app, saved.id);
            onGone();
          }}
        >
          Delete the filter
        </Button>
      </div>
    );
  }
  return (
    <FilterFields
      saved={saved}
      query={view.query || (saved?.query ?? "")}
      onShow={show}
      onSave={({ name, query }, opened) => {
        const id = saved ? view.id : addFilter(app, name, query);
        if (id === undefined) return;
        if (saved) changeFilter(app, id, { name, query }, opened);
        setEdited(false);
        go({ kind: "filter", id, query: "" });
      }}
      onCancel={() => {
        setEdited(false);
        go(saved ? { ...view, query: "" } : { kind: "today" });
      }}
    />
  );
}

type Named = Pick<SavedFilter, "name" | "query">;

type FieldsProps = {
  saved: Named | undefined;
  query: string;
  onShow: (query: string) => void;
  onSave: (next: Named, opened: Named) => void;
  onCancel: () => void;
};

function FilterFields({ saved, query, onShow, onSave, onCancel }: FieldsProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [opened] = useState(saved ?? { name: "", query: "" });
  const [name, setName] = useState(opened.name);
  const [text, setText] = useState(query);
  const isEmpty = text.trim() === "";
  const read = parseFilter(text);
  const problem = !isEmpty && isFilterProblem(read) ? read : undefined;
  const filter = isFilterProblem(read) ? undefined : read;

  function change(next: string): void {
    setText(next);
    onShow(next);
  }
  function goToProblem(): void {
    if (!problem) return;
    field.current?.focus();
    field.current?.setSelectionRange(problem.at, Math.max(problem.at + 1, text.length));
  }
  function save(event: SyntheticEvent): void {
    event.preventDefault();
    if (problem) goToProblem();
    else onSave({ name: name.trim(), query: text.trim() }, opened);
  }

  return (
    <form className="filter-editor" onSubmit={save}>
      <label className="record-field">
        <span>Name</span>
        <input
          dir="auto"
          required
          pattern=".*\S.*"
          value={name}
          maxLength={longestName}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <div className="record-field">
        <label htmlFor={`${id}text`}>Filter</label>
        <textarea
          ref={field}
          id={`${id}text`}
          rows={2}
          required
          spellCheck={false}
          aria-describedby={`${id}says`}
          aria-invalid={problem !== undefined}
          placeholder="#home (due<=today or !1) -@waiting"
          value={text}
          maxLength={500}
          onChange={({ currentTarget }) => change(currentTarget.value.replace(/\n/g, " "))}
        />
        <output id={`${id}says`} className="filter-problem">
          {problem ? (
            <>
              <span>
                {problem.text} Letter {problem.at + 1}:
              </span>{" "}
              <code dir="auto">
                {text.slice(Math.max(0, problem.at - 20), problem.at)}
                <mark>{text.slice(problem.at, problem.at + 20) || "…"}</mark>
              </code>
            </>
          ) : null}
        </output>
        {problem ? (
          <button type="button" className="record-link" onClick={goToProblem}>
            Go to the place
          </button>
        ) : null}
      </div>
      {problem ? (
        <p className="faint">The conditions come back once the text can be read.</p>
      ) : (
        <GroupFields
          group={groupOf(filter)}
          depth={0}
          onChange={(group) => {
            const next = filterOfGroup(group);
            change(next ? filterText(next) : "");
          }}
        />
      )}
      <div className="record-acts">
        <Button type="submit">Save the filter</Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
