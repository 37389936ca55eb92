/** Registers of each kind of item, and what each may hold: the server alone asks. The table is in docs/boards.md. */
import { isLocal, isZone } from "../dates/floating.ts";
import { colours } from "../records/colours.ts";
import type { Parts } from "../records/register.ts";
import { mostWordsInSet } from "./limits.ts";
import type { BoardKind } from "./shape.ts";

/** What is wrong with a value; undefined: nothing. */
type Check = (value: unknown) => string | undefined;

const wrong = "This is nothing that a board can keep.";
const when =
  (holds: (value: unknown) => boolean): Check =>
  (value) =>
    holds(value) ? undefined : wrong;
const isText = (value: unknown): value is string => typeof value === "string";
const matches = (form: RegExp): Check => when((value) => isText(value) && form.test(value));

const text =
  (most: number): Check =>
  (value) => {
    if (!isText(value)) return wrong;
    return value.length > most ? `This text has more than ${most} letters.` : undefined;
  };
const flag = when((value) => typeof value === "boolean");
const whole = (from: number, to: number): Check =>
  when((value) => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to);
const id = matches(/^[A-Za-z0-9_-]{1,120}$/);
// None but those of the calendar: browsers make different instants of a 31st of February, or none.
const moment = when((value) => value === "" || (isText(value) && isLocal(value)));
const day: Check = (value) => (isText(value) && value.includes("T") ? wrong : moment(value));
const zone = when(
  (value) => isText(value) && value.length <= 64 && (value === "" || isZone(value)),
);
const colour = when((value) => isText(value) && (value === "" || Object.hasOwn(colours, value)));
const words: Check = (value) => {
  if (!isText(value) || value.length > 129 * mostWordsInSet) return wrong;
  return value.split(" ").length > mostWordsInSet
    ? `At most ${mostWordsInSet} fit here.`
    : undefined;
};
const uid = text(128);
const order = matches(/^[!-~]{0,100}$/);
const gone = { v: flag };
const own = { card: id, by: uid };
const done = { v: flag, by: uid };
const optional: ReadonlySet<string> = new Set(["due/zone"]);

/** Parts of each register. `cards/number` is the server's own, so it is not here. */
const registers: Record<BoardKind, Record<string, Record<string, Check>>> = {
  board: { name: { v: text(100) }, colour: { v: colour }, zone: { v: zone } },
  columns: {
    name: { v: text(100) },
    order: { v: order },
    limit: { v: whole(0, 1000) },
    colour: { v: colour },
    gone,
  },
  labels: { name: { v: text(50) }, colour: { v: colour }, order: { v: order }, gone },
  cards: {
    title: { v: text(500) },
    notes: { v: text(20_000) },
    place: { column: id, order, by: uid },
    archived: { v: flag },
    gone,
    labels: { v: words },
    people: { v: words },
    due: { v: moment, zone },
    start: { v: day },
    done,
    cover: { v: matches(/^[A-Za-z0-9_-]{0,120}$/) },
  },
  checks: { title: { v: text(500) }, place: { card: id, order }, done, gone },
  comments: {
    text: { v: text(5_000) },
    of: { ...own, on: whole(0, Number.MAX_SAFE_INTEGER) },
    mentions: { v: words },
    gone,
  },
  files: {
    of: {
      ...own,
      path: text(1_024),
      type: text(200),
      size: whole(0, Number.MAX_SAFE_INTEGER),
    },
    name: { v: text(200) },
    gone,
  },
  links: { of: { ...own, to: when((value) => value === "todo"), id }, gone },
  lost: { of: { v: matches(/^[!-~]{0,300}$/) }, text: { v: text(20_000) }, gone },
};

/** Registers without which there is no item of the kind. */
export const neededOf: Record<BoardKind, readonly string[]> = {
  board: ["name"],
  columns: ["name", "order"],
  labels: ["name"],
  cards: ["title", "place"],
  checks: ["title", "place"],
  comments: ["of", "text"],
  files: ["of", "name"],
  links: ["of"],
  lost: ["of", "text"],
};

export function isRegister(kind: BoardKind, register: string): boolean {
  return Object.hasOwn(registers[kind], register);
}

/** A sentence; undefined: nothing is wrong with it. */
export function faultOfValue(kind: BoardKind, register: string, value: Parts): string | undefined {
  const checks = registers[kind][register] ?? {};
  if (Object.keys(value).some((part) => !Object.hasOwn(checks, part))) return wrong;
  for (const [part, check] of Object.entries(checks)) {
    if (!Object.hasOwn(value, part) && optional.has(`${register}/${part}`)) continue;
    const fault = check(value[part]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
