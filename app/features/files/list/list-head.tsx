/** What the columns are, and by which of them the rows stand in order. */
// A virtual list has its rows in elements of its own, which no table may have.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import type { Order, SortField } from "../order.ts";

type Props = {
  order: Order;
  onOrder: ((order: Order) => void) | undefined;
  count: number;
  chosen: number;
};

const fields: readonly (readonly [SortField, string])[] = [
  ["name", "Name"],
  ["kind", "Kind"],
  ["size", "Size"],
  ["updated", "Changed"],
];

export function ListHead({ order, onOrder, count, chosen }: Props) {
  return (
    <div className="drive-row drive-list-head" role="row" aria-rowindex={1}>
      <div role="columnheader" className="drive-check">
        <input
          type="checkbox"
          data-all
          aria-label="Select all"
          checked={count > 0 && chosen === count}
          ref={(box) => {
            if (box) box.indeterminate = chosen > 0 && chosen < count;
          }}
          // The list hears the click.
          onChange={() => {}}
        />
      </div>
      {fields.map(([by, title]) => (
        <div
          key={by}
          role="columnheader"
          className={`drive-${{ name: "name", kind: "type", size: "size", updated: "when" }[by]}`}
          aria-sort={
            onOrder && order.by === by ? (order.isDown ? "descending" : "ascending") : undefined
          }
        >
          {onOrder ? (
            <button
              type="button"
              onClick={() => onOrder({ by, isDown: order.by === by && !order.isDown })}
            >
              {title}
            </button>
          ) : (
            title
          )}
        </div>
      ))}
      <div role="columnheader" className="drive-more">
        <span className="unseen">Actions</span>
      </div>
    </div>
  );
}
