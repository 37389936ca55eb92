import { generateNKeysBetween } from "fractional-indexing";
import { randomId } from "#app/live/random-id.ts";
import type { Change } from "#app/live/records/records.ts";
import { dateOf, dayOf, localAt } from "#lib/dates/floating.ts";
import { madeOf, setOf } from "../acts/act-parts.ts";
import { openReadyBoard } from "../ready-board.ts";
import type { BoardStore } from "../store/board-store.ts";
import { deviceZone } from "../zones.ts";

type SampleCard = {
  title: string;
  /** From 0. */
  column: number;
  label?: string;
  /** Days from today. */
  due?: number;
  checks?: readonly string[];
};

const labels = { Roof: "orange", Paint: "violet" };
const cards: readonly SampleCard[] = [
  { title: "Ask three roofers for a price", column: 0, label: "Roof", due: 2 },
  { title: "Choose a colour for the door", column: 0, label: "Paint" },
  {
    title: "Empty the attic",
    column: 1,
    due: 1,
    checks: ["Borrow boxes", "Sort the books", "Take old paint to the depot"],
  },
  { title: "Repair the gutter", column: 1, label: "Roof", due: -1 },
  { title: "Measure the windows", column: 2 },
];

/** @throws as openReadyBoard */
export async function fillSample(uid: string, board: string): Promise<void> {
  const { store } = await openReadyBoard(uid, board);
  try {
    await store.records.change(sampleChanges(store, Date.now()));
  } finally {
    store.close();
  }
}

/** @param now milliseconds */
function sampleChanges({ uid, ...store }: BoardStore, now: number): Change[] {
  const columns = store.columns();
  const today = dayOf(localAt(now, deviceZone()).slice(0, 10));
  const orders = generateNKeysBetween(null, null, cards.length);
  const labelIds = new Map(Object.keys(labels).map((name) => [name, randomId()]));
  const ofLabels = Object.entries(labels).flatMap(([name, colour], at) =>
    madeOf("labels", labelIds.get(name)!, {
      name: { v: name },
      colour: { v: colour },
      order: { v: orders[at]! },
    }),
  );
  const ofCards = cards.flatMap(({ title, column, label, due, checks = [] }, at) => {
    const id = randomId();
    const place = { column: columns[column]?.id ?? "", order: orders[at]!, by: uid };
    return [
      ...madeOf("cards", id, {
        title: { v: title },
        place,
        ...(label !== undefined && { labels: { v: labelIds.get(label)! } }),
        ...(due !== undefined && { due: { v: dateOf(today + due), zone: "" } }),
      }),
      ...checks.flatMap((check, index) =>
        madeOf("checks", randomId(), {
          title: { v: check },
          place: { card: id, order: orders[index]! },
        }),
      ),
    ];
  });
  const limited = columns.slice(1, 2).map(({ id }) => setOf("columns", id, "limit", { v: 3 }));
  return [...limited, ...ofLabels, ...ofCards];
}
