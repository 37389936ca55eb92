/** What stands in the file: what is new is chosen, what is here already says so. */
import { Button } from "@mantine/core";
import { countryName } from "#lib/country-name.ts";
import type { PlaceState } from "#lib/food/takeout.ts";
import { isMeant } from "./takeout-file.ts";
import type { FoundPlace, TakeoutFile } from "./takeout-file.ts";

type Props = {
  file: TakeoutFile;
  /** Ids. */
  chosen: ReadonlySet<string>;
  made: ReadonlySet<string>;
  failed: ReadonlyMap<string, string>;
  disabled: boolean;
  onChoose: (ids: ReadonlySet<string>) => void;
};

const stateWords: Record<PlaceState, string> = {
  new: "",
  wished: "On the wishlist already",
  written: "There is a post about it already",
  twice: "Twice in this file",
};

export function TakeoutPlaces({ file, chosen, made, failed, disabled, onChoose }: Props) {
  const { found, unreadable, left } = file;
  const open = found.filter(({ id }) => !made.has(id));
  const fresh = open.filter(({ state }) => state === "new");
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <>
      <p className="faint">
        {[
          `${counted(found.length, "place")}, ${fresh.length} new.`,
          unreadable > 0 && `${counted(unreadable, "entry", "entries")} without a name left out.`,
          left > 0 && `${counted(left, "more place")} left out: import the file again for them.`,
        ]
          .filter(Boolean)
          .join(" ")}
      </p>
      <fieldset className="takeout-places" disabled={disabled}>
        <legend>Places</legend>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChoose(new Set(open.filter(isMeant).map(({ id }) => id)))}
        >
          Choose all that are new
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => onChoose(new Set())}>
          Choose none
        </Button>
        <ul className="plain-list">
          {found.map((one) => (
            <li key={one.id}>
              <label>
                <input
                  type="checkbox"
                  aria-label={one.place.name}
                  checked={chosen.has(one.id)}
                  disabled={made.has(one.id)}
                  onChange={({ currentTarget }) => choose(one.id, currentTarget.checked)}
                />
                <span>
                  <bdi>{one.place.name}</bdi>
                  <br />
                  <span className="faint">
                    <bdi>{detailOf(one, made.has(one.id))}</bdi>
                  </span>
                </span>
              </label>
              {failed.has(one.id) ? (
                <p className="content-problem" role="alert">
                  {failed.get(one.id)}
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      </fieldset>
    </>
  );
}

function detailOf({ place, state }: FoundPlace, isMade: boolean): string {
  const { address, country, notes, latitude, isPrivate } = place;
  return [
    isMade ? "The draft is made" : stateWords[state],
    isPrivate && "Looks like a home or an office",
    address ?? (country && countryName(country)),
    latitude === undefined ? "" : "On the map",
    notes.length > 120 ? `${notes.slice(0, 120)}…` : notes,
  ]
    .filter(Boolean)
    .join(" · ");
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
