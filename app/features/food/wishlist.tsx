import { useMemo, useRef } from "react";
import type { ChangeEvent } from "react";
import { Link } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { FoodStyles } from "./food-parts.tsx";
import { filterWishes } from "./filter-wishes.ts";
import { useToday } from "./use-today.ts";
import { WishGrid, WishList } from "./wish-entries.tsx";
import type { WishlistData } from "./wish-pages.ts";

const WishMap = lazyPage(() => import("./wish-map.tsx"));

/** So many are seen at a glance. */
const fewWishes = 12;
const unfiltered = { words: "", status: "", priority: "", tag: "", city: "", open: "", view: "" };
const views = [
  ["", "List"],
  ["grid", "Grid"],
  ["map", "Map"],
] as const;

export default function Wishlist({ data }: { data: WishlistData }) {
  const { wishes, choices, tiles, isFailed } = data;
  const [filter, setFilter] = useQueryFilter(unfiltered);
  const filters = useRef<HTMLFormElement>(null);
  const today = useToday();
  const change = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    setFilter({ ...filter, [target.name]: target.value });
  const { words, status, priority, tag, city, open, view } = filter;
  const found = useMemo(
    () => filterWishes(wishes, { words, status, priority, tag, city, open }, today),
    [wishes, words, status, priority, tag, city, open, today],
  );
  const hasPlaces = wishes.some(({ place }) => place?.position !== undefined);
  const shown = view === "grid" || (view === "map" && hasPlaces) ? view : "";

  return (
    <>
      <FoodStyles />
      <h1>Food wishlist</h1>
      {wishes.length === 0 ? (
        <p className="lead after-title">
          {isFailed ? (
            "The wishlist cannot be shown just now. Try again in a moment."
          ) : (
            <>
              Nothing is on the list yet. What I have eaten so far is in the{" "}
              <Link to="/foodblog">food blog</Link>.
            </>
          )}
        </p>
      ) : (
        <>
          <form
            className="filters scripted"
            ref={filters}
            onSubmit={(event) => event.preventDefault()}
          >
            {wishes.length > fewWishes ? (
              <label>
                Search
                <input
                  type="search"
                  name="words"
                  autoComplete="off"
                  value={words}
                  onChange={change}
                />
              </label>
            ) : null}
            {choices.map(({ label, name, all, options }) =>
              options.length === 0 ? null : (
                <label key={name}>
                  {label}
                  <select name={name} value={filter[name]} onChange={change}>
                    <option value="">{all}</option>
                    {options.map(([value, text]) => (
                      <option key={value} value={value}>
                        {text}
                      </option>
                    ))}
                  </select>
                </label>
              ),
            )}
            <output className="quiet">
              {found.length || "No"} {found.length === 1 ? "wish" : "wishes"}
            </output>
          </form>
          <fieldset className="views scripted no-print">
            <legend className="unseen">View</legend>
            {views
              .filter(([name]) => name !== "map" || hasPlaces)
              .map(([name, title]) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={shown === name}
                  onClick={() => setFilter({ ...filter, view: name })}
                >
                  {name === "map" && tiles === undefined ? "Places" : title}
                </button>
              ))}
          </fieldset>
          {found.length === 0 ? (
            <div className="nothing">
              <p className="lead">Nothing on the list matches. Try another filter.</p>
              <button
                type="button"
                onClick={() => {
                  setFilter({ ...unfiltered, view });
                  filters.current?.querySelector<HTMLElement>("input, select")?.focus();
                }}
              >
                Clear filters
              </button>
            </div>
          ) : shown === "map" ? (
            <WishMap wishes={found} tiles={tiles} />
          ) : shown === "grid" ? (
            <WishGrid wishes={found} today={today} />
          ) : (
            <WishList wishes={found} today={today} />
          )}
        </>
      )}
    </>
  );
}
