/** What of a list is chosen, and where the keyboard is in it: pure, by ids in the order shown. */

export type Selection = {
  ids: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: string | undefined;
  /** Where the focus is. */
  at: string | undefined;
};

export const nothingChosen: Selection = { ids: new Set(), anchor: undefined, at: undefined };

/** Only this one. */
export function chooseOne(id: string): Selection {
  return { ids: new Set([id]), anchor: id, at: id };
}

/** In or out, the others as they are. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, at: id };
}

/** From the anchor to here. @param keep what is chosen besides stays */
export function chooseTo(
  selection: Selection,
  id: string,
  order: readonly string[],
  keep: boolean,
): Selection {
  const anchor = selection.anchor ?? selection.at ?? id;
  const from = order.indexOf(anchor);
  const to = order.indexOf(id);
  if (from === -1 || to === -1) return chooseOne(id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set(keep ? [...selection.ids, ...range] : range), anchor, at: id };
}

export function chooseAll({ at }: Selection, order: readonly string[]): Selection {
  return { ids: new Set(order), anchor: order[0], at: at ?? order[0] };
}

/** The keyboard goes there, and nothing is chosen or not by that. */
export function goTo(selection: Selection, id: string): Selection {
  return { ...selection, anchor: id, at: id };
}

/** Without what is not shown any more; the same object where nothing is missing. */
export function stillShown(selection: Selection, isShown: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(isShown);
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}

/**
 * Where an arrow leads.
 * @param columns 1 of a list @param page rows of a screen
 */
export function stepOf(
  key: string,
  index: number,
  { length, columns, page }: { length: number; columns: number; page: number },
): number | undefined {
  const last = length - 1;
  if (last < 0) return undefined;
  const steps: Record<string, number> = {
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * page,
    PageUp: -columns * page,
    ...(columns > 1 && { ArrowRight: 1, ArrowLeft: -1 }),
  };
  if (key === "Home") return 0;
  if (key === "End") return last;
  const by = steps[key];
  if (by === undefined) return undefined;
  if (index === -1) return by > 0 ? 0 : last;
  const to = index + by;
  // A row that is not full is reached from above it, and a screen's step ends at the ends.
  if (to > last)
    return key === "ArrowDown" ? (isLastRow(index, last, columns) ? index : last) : last;
  if (to < 0) return key === "ArrowUp" ? index : 0;
  return to;
}

const isLastRow = (index: number, last: number, columns: number): boolean =>
  Math.floor(index / columns) === Math.floor(last / columns);
