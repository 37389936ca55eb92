/** All documents of a kind: found, put in order, chosen, and opened. */
import { Button, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { SortableList } from "#app/parts/sortable/sortable-list.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import type { ContentItem } from "#lib/content/item.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { ContentRow } from "./content-row.tsx";
import type { ContentToolFacts } from "./content-tool-facts.ts";
import { isFiltered, noFilterOf, selectedItems, shownItems, tagsOf } from "./filter-items.ts";
import type { FilterOfKind } from "./filter-items.ts";
import { stateWords } from "./state-badge.tsx";
import type { ContentList as List } from "./use-content-list.ts";
import { useSelection } from "./use-selection.ts";
import type { Choice } from "./use-selection.ts";

type Props = {
  facts: ContentToolFacts;
  list: List;
  /** What is chosen stays while the list is not there. */
  choice?: Choice;
  onOpen: (id: string) => void;
  /** The first thing to do while there is nothing. */
  firstAct: ReactNode;
  /** Other ways to get some. */
  more: ReactNode;
};

const keyOf = ({ id }: ContentItem) => id;
/** Of a list whose order is not the owner's: thousands of rows would hold up every key. */
const rowsAtOnce = 200;
const titleOf = ({ title }: ContentItem) => title || "Untitled";

export function ContentList({ facts, list, choice: kept, onOpen, firstAct, more }: Props) {
  const { items, problem, refresh, move, feature, bulk } = list;
  const { selects } = facts;
  const noFilter = useMemo(() => noFilterOf(selects), [selects]);
  const [filter, setFilter] = useQueryFilter<FilterOfKind>(noFilter);
  const asked = useDeferredValue(new URLSearchParams(filter).toString());
  const all = items ?? none;
  const { sort } = filter;
  const shown = useMemo(() => {
    const by = { ...noFilter, ...Object.fromEntries(new URLSearchParams(asked)) };
    return shownItems(selectedItems(all, by, selects), by, facts.sort);
  }, [all, asked, noFilter, selects, facts.sort]);
  const ids = useMemo(() => shown.map(keyOf), [shown]);
  const [most, setMost] = useState(rowsAtOnce);
  const selection = useSelection(ids, kept);
  const { has, choice, choose } = selection;
  const tags = useMemo(() => tagsOf(all), [all]);
  const canOrder = facts.sort === "order" && (sort === "" || sort === "order");
  const isWhole = !isFiltered(filter, selects);
  const isFixed = !canOrder || !isWhole;
  const drawn = useMemo(
    () => (isFixed && shown.length > most ? shown.slice(0, most) : shown),
    [isFixed, shown, most],
  );
  const now = useRef(shown);
  useLayoutEffect(() => {
    now.current = shown;
  });
  const onMove = useCallback((from: number, to: number) => move(now.current, from, to), [move]);
  const changed = useCallback(() => void refresh(), [refresh]);
  const renderItem = useCallback(
    (item: ContentItem, handle: ReactNode) => (
      <ContentRow
        item={item}
        facts={facts}
        choice={choice}
        handle={handle}
        onChoose={choose}
        onOpen={onOpen}
        onFeature={feature}
        onChanged={changed}
      />
    ),
    [facts, choice, choose, onOpen, feature, changed],
  );

  function allByKey(event: KeyboardEvent): void {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
    if (event.key !== "a" || !(event.ctrlKey || event.metaKey) || isField) return;
    event.preventDefault();
    selection.chooseAll(true);
  }

  if (items === undefined) {
    if (problem === undefined) return <SkeletonRows rows={8} />;
    return <ProblemNote text={problem} onRetry={() => void refresh()} />;
  }
  if (items.length === 0) {
    return (
      <>
        <EmptyRoom title={`No ${facts.many} yet`} text={facts.about} action={firstAct} />
        {more}
      </>
    );
  }
  const isAll = shown.length > 0 && shown.every(({ id }) => has(id));
  const count = `${shown.length || "No"} ${shown.length === 1 ? facts.one : facts.many}`;
  return (
    // A key for all of what is chosen in it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="content-list" onKeyDown={allByKey}>
      <search className="tool-bar">
        <Filters facts={facts} items={all} filter={filter} tags={tags} onChange={setFilter} />
      </search>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void refresh()} />}
      <div className="content-head">
        <label className="content-choice">
          <input
            type="checkbox"
            checked={isAll}
            ref={(box) => {
              if (box !== null) box.indeterminate = !isAll && selection.ids.length > 0;
            }}
            onChange={({ currentTarget }) => selection.chooseAll(currentTarget.checked)}
          />
          <span>Choose all</span>
        </label>
        <output className="faint">{count}</output>
        {canOrder && !isWhole ? (
          <p className="faint">Show all of them to change their order.</p>
        ) : null}
        {more}
      </div>
      {shown.length === 0 ? (
        <EmptyRoom
          title={`No ${facts.one} fits`}
          text={`Try fewer words, another state or another ${facts.tag.toLowerCase()}.`}
          action={
            <Button variant="default" onClick={() => setFilter({ ...noFilter, sort })}>
              Show all {facts.many}
            </Button>
          }
        />
      ) : (
        <SortableList
          className="content-rows"
          label={facts.title}
          items={drawn}
          keyOf={keyOf}
          titleOf={titleOf}
          onMove={onMove}
          renderItem={renderItem}
          isFixed={isFixed}
        />
      )}
      {drawn.length === shown.length ? null : (
        <Button variant="default" onClick={() => setMost(most + rowsAtOnce)}>
          Show more: {drawn.length} of {shown.length} are here
        </Button>
      )}
      <BulkBar
        facts={facts}
        chosen={selection.ids.length === 0 ? none : shown.filter(({ id }) => has(id))}
        tags={tags}
        selection={selection}
        working={list.working}
        onAct={bulk}
        onChanged={changed}
      />
    </div>
  );
}

const none: readonly ContentItem[] = [];

type FilterProps = {
  facts: ContentToolFacts;
  items: readonly ContentItem[];
  filter: FilterOfKind;
  tags: readonly string[];
  onChange: (filter: FilterOfKind) => void;
};

function Filters({ facts, items, filter, tags, onChange }: FilterProps) {
  return (
    <>
      <TextInput
        label="Search"
        placeholder={facts.searched}
        data-search
        className="content-search"
        value={filter.words}
        maxLength={200}
        onChange={({ currentTarget }) => onChange({ ...filter, words: currentTarget.value })}
        rightSection={
          filter.words === "" ? null : (
            <CloseButton
              aria-label="Clear the search"
              onClick={() => onChange({ ...filter, words: "" })}
            />
          )
        }
      />
      <NativeSelect
        label="State"
        value={filter.state}
        onChange={({ currentTarget }) => onChange({ ...filter, state: currentTarget.value })}
        data={[
          { value: "", label: "All states" },
          ...Object.entries(stateWords).map(([value, label]) => ({ value, label })),
          { value: "broken", label: "With a broken link" },
        ]}
      />
      {facts.selects?.map(({ name, label, all, options }) => (
        <NativeSelect
          key={name}
          label={label}
          value={filter[name] ?? ""}
          onChange={({ currentTarget }) => onChange({ ...filter, [name]: currentTarget.value })}
          data={[
            { value: "", label: all },
            ...(typeof options === "function" ? options(items, filter[name] ?? "") : options),
          ]}
        />
      ))}
      <NativeSelect
        label={facts.tag}
        value={filter.tag}
        onChange={({ currentTarget }) => onChange({ ...filter, tag: currentTarget.value })}
        data={[
          { value: "", label: `All ${facts.tag.toLowerCase().replace(/y$/, "ie")}s` },
          ...tags.map((tag) => ({ value: tag, label: tag })),
        ]}
      />
      <NativeSelect
        label="Order"
        value={filter.sort || facts.sort}
        onChange={({ currentTarget }) =>
          onChange({
            ...filter,
            sort: currentTarget.value === facts.sort ? "" : currentTarget.value,
          })
        }
        data={[...facts.sorts]}
      />
    </>
  );
}
