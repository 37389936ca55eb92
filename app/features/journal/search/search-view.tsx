/** What is found as one types, in the texts of all open journals: offline too, and with typing errors. */
import { Button, CloseButton } from "@mantine/core";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { Dot } from "#app/parts/records/dot.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { quoted } from "#lib/quoted.ts";
import { useEntriesLater } from "../day/use-chosen.ts";
import { TopicInput } from "../fields/topic-input.tsx";
import {
  useEntries,
  useJournal,
  useMadeOf,
  useRooms,
  useStoreTopic,
} from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import {
  type Filter,
  filterOfJournal,
  filtersOf,
  idOfFilter,
  passes,
  readWords,
} from "./filters.ts";
import { FoundList } from "./found-list.tsx";
import { countOf, foundWords, mostListed, noneWords, searchedWords } from "./search-words.ts";
import { useFound, useSearch, useSearchState } from "./use-search.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-views.css";

type Props = { words: string; onWords: (words: string) => void };

export function SearchView({ words, onWords }: Props) {
  const { store } = useJournal();
  const search = useSearch(store);
  const state = useSearchState(search);
  const rooms = useNamedRooms();
  const isPresenting = useStoreTopic("rooms", () => store.presented()) !== undefined;
  const entries = useEntriesLater(useEntries());
  const [chosen, choose] = useChosenFilters(rooms);
  const wanted = useDeferredValue(words);
  const read = useMemo(() => readWords(wanted, rooms), [wanted, rooms]);
  const filters = useMemo(() => [...chosen, ...read.filters], [chosen, read]);
  const shown = useMemo(
    () =>
      filters.length === 0
        ? undefined
        : entries.filter((entry) =>
            passes(entry, filters, (kind, journal, id) => {
              const topic = store.topic(kind, journal, id);
              return topic && !topic.isGone ? topic.name : undefined;
            }),
          ),
    [entries, filters, store],
  );
  const only = useMemo(() => shown && idsOf(shown), [shown]);
  const query = read.words;
  const found = useFound(search, query, only);
  const isAsking = query !== "" && found?.query !== query;
  return (
    <section className="journal-found" aria-label="Search" aria-busy={isAsking}>
      <h2 className="unseen">Search</h2>
      <Filters rooms={rooms} chosen={chosen} onChoose={choose} />
      {state?.isFailed ? (
        <ProblemNote
          text="The search ended by a fault. Your entries are safe; try it again."
          onRetry={() => search?.close()}
        />
      ) : null}
      <output className="faint found-count">
        {foundWords({ query, found, shown, isAsking })}
        {state?.building === undefined ? "" : ` Reading ${countOf(state.building)} entries.`}
      </output>
      {state && state.building === undefined && query !== "" && !isPresenting ? (
        <p className="faint">{searchedWords(state)}</p>
      ) : null}
      {query === "" && filters.length === 0 ? (
        <p className="faint">
          Type words to look in titles, texts, tags, people and places. A typing error is forgiven
          where few entries have the word. <code>tag:</code> <code>with:</code> <code>mood:</code>{" "}
          <code>in:</code> narrow it, as the filters above do.
        </p>
      ) : (
        <FoundList
          key={filters.map(idOfFilter).join(" ")}
          search={search}
          // Lines of what was found before would be looked for in front of what is to be found.
          query={query === "" ? "" : (found?.query ?? "")}
          hits={query === "" ? hitsOf(shown ?? []) : (found?.found ?? noHits)}
          isOver={query === "" || (!isAsking && state?.building === undefined)}
          none={noneWords(query, filters.length > 0)}
          onShowAll={filters.length > 0 || query !== "" ? clear : undefined}
        />
      )}
    </section>
  );

  function clear(): void {
    choose([]);
    onWords("");
  }
}

/** The journal that the tool shows is one of them: without it, it shows all. */
function useChosenFilters(
  rooms: readonly Named[],
): [readonly Filter[], (chosen: readonly Filter[]) => void] {
  const { query, change } = useAddress();
  const [others, setOthers] = useState<readonly Filter[]>([]);
  const shown = useMemo(() => filterOfJournal(query.journal, rooms), [query.journal, rooms]);
  const chosen = useMemo(() => {
    const isOther = (one: Filter) => shown === undefined || idOfFilter(one) !== idOfFilter(shown);
    return [...(shown ? [shown] : []), ...others.filter(isOther)];
  }, [shown, others]);
  function choose(next: readonly Filter[]): void {
    if (shown && !next.includes(shown)) change({ journal: "" });
    setOthers(next.filter((one) => one !== shown));
  }
  return [chosen, choose];
}

type FiltersProps = {
  rooms: readonly Named[];
  chosen: readonly Filter[];
  onChoose: (chosen: readonly Filter[]) => void;
};

function Filters({ rooms, chosen, onChoose }: FiltersProps) {
  const { store } = useJournal();
  const place = useRef<HTMLDivElement>(null);
  const topics = useMadeOf(
    ["topics", "rooms"],
    useMemo(
      () => () =>
        filtersOf({ rooms, topics: (kind, journal) => store.topics(kind, journal) }).map(
          (filter) => ({ ...filter, id: idOfFilter(filter) }),
        ),
      [store, rooms],
    ),
  );
  const isOn = (id: string) => chosen.some((one) => idOfFilter(one) === id);
  function add(id: string): void {
    const filter = topics.find((one) => one.id === id);
    if (filter) onChoose([...chosen, filter]);
  }
  return (
    <div ref={place} className="search-filters">
      <TopicInput label="Add a filter" all={topics} isOn={isOn} onAdd={add} />
      {chosen.length === 0 ? null : (
        <ul className="topic-chips" aria-label="Filters">
          {chosen.map((filter) => (
            <li key={idOfFilter(filter)}>
              <Dot colour={filter.colour} />
              <span dir="auto">{filter.name}</span>
              <CloseButton
                size="sm"
                aria-label={`Take the filter ${quoted(filter.name)} off`}
                onClick={() => {
                  onChoose(chosen.filter((one) => one !== filter));
                  place.current?.querySelector("input")?.focus();
                }}
              />
            </li>
          ))}
          <li>
            <Button variant="subtle" size="compact-md" onClick={() => onChoose([])}>
              Take all off
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}

type Named = { journal: string; name: string; colour: string };

function useNamedRooms(): readonly Named[] {
  const rooms = useRooms();
  return useMemo(
    () => rooms.map(({ journal, settings: { name, colour } }) => ({ journal, name, colour })),
    [rooms],
  );
}

const noHits: readonly { journal: string; id: string }[] = [];

function hitsOf(entries: readonly JournalEntry[]) {
  return entries.slice(0, mostListed).map(({ journal, id }) => ({ journal, id }));
}

function idsOf(entries: readonly JournalEntry[]): Record<string, string[]> {
  const ids: Record<string, string[]> = {};
  for (const { journal, id } of entries) (ids[journal] ??= []).push(id);
  return ids;
}
