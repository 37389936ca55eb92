/**
 * Filters that stand in the query of the address: they can be shared, and Back finds them again. The server knows no
 * queries and is asked nothing: the page comes unfiltered and is filtered once it is alive.
 */
import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";

type Filter = Record<string, string>;

/** The filter as the address has it, and how to change it. `empty` names the fields. */
export function useQueryFilter<Fields extends Filter>(
  empty: Fields,
): [Fields, (filter: Fields) => void] {
  // Navigation changes the address without telling the store.
  useLocation();
  const query = useSyncExternalStore(subscribe, readQuery, noQuery);
  return [readFilter(empty, query), write];
}

export function readFilter<Fields extends Filter>(empty: Fields, query: string): Fields {
  const params = new URLSearchParams(query);
  const fields = Object.keys(empty).map((name) => [name, params.get(name) ?? ""]);
  return Object.fromEntries(fields) as Fields;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readQuery(): string {
  return location.search;
}

function noQuery(): string {
  return "";
}

// Not through the router: that would load the page's data again for every letter typed.
function write(filter: Filter): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(filter)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  history.replaceState(history.state, "", url);
  for (const listener of listeners) listener();
}
