/** Search, kind, order and look. */
import { memo, useId } from "react";
import type { Look } from "./kept-look.ts";
import type { Kind, SortField } from "./order.ts";

type Props = {
  words: string;
  onWords: (words: string) => void;
  /** Where the search looks. */
  placeholder: string;
  kind: Kind;
  onKind: (kind: Kind) => void;
  look: Look;
  onLook: (look: Partial<Look>) => void;
  /** False: another view than files is shown. */
  isListed: boolean;
  /** False: the order is given. */
  isOrdered: boolean;
};

const kinds: readonly (readonly [Kind, string])[] = [
  ["", "All kinds"],
  ["folder", "Folders"],
  ["image", "Images"],
  ["video", "Videos"],
  ["audio", "Audio"],
  ["document", "Documents"],
  ["archive", "Archives"],
  ["other", "Other files"],
];

const orders: readonly (readonly [SortField, string])[] = [
  ["name", "Name"],
  ["updated", "Changed"],
  ["size", "Size"],
  ["kind", "Kind"],
];

/** It stays as it is while rows are chosen. */
export const FilterBar = memo(function FilterBar(props: Props) {
  const { words, onWords, placeholder, kind, onKind, look, onLook, isListed, isOrdered } = props;
  const { layout, order } = look;
  const id = useId();
  return (
    <>
      <search className="drive-search drive-field">
        <label htmlFor={`${id}s`}>Search</label>
        <input
          id={`${id}s`}
          type="search"
          placeholder={placeholder}
          data-search
          autoComplete="off"
          spellCheck={false}
          value={words}
          maxLength={200}
          onChange={({ currentTarget }) => onWords(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            if (words === "") event.currentTarget.blur();
            onWords("");
          }}
        />
      </search>
      {isListed ? (
        <>
          <div className="drive-field">
            <label htmlFor={`${id}k`}>Kind</label>
            <select
              id={`${id}k`}
              value={kind}
              onChange={({ currentTarget }) => onKind(currentTarget.value as Kind)}
            >
              {kinds.map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          </div>
          {isOrdered ? (
            <div className="drive-field">
              <label htmlFor={`${id}o`}>Order</label>
              <select
                id={`${id}o`}
                value={`${order.by}${order.isDown ? "-" : ""}`}
                onChange={({ currentTarget: { value } }) =>
                  onLook({
                    order: { by: value.replace("-", "") as SortField, isDown: value.endsWith("-") },
                  })
                }
              >
                {orders.flatMap(([by, title]) => [
                  <option key={by} value={by}>
                    {title}
                  </option>,
                  <option key={`${by}-`} value={`${by}-`}>
                    {title}, reversed
                  </option>,
                ])}
              </select>
            </div>
          ) : null}
          <fieldset className="drive-layout" aria-label="Look">
            {(["list", "grid"] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={layout === one}
                onClick={() => onLook({ layout: one })}
              >
                {one === "list" ? "List" : "Grid"}
              </button>
            ))}
          </fieldset>
        </>
      ) : null}
    </>
  );
});
