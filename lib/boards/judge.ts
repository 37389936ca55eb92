/**
 * Whether a board takes an update, and what is written then. What holds at each `seq`: no column has more cards than its
 * limit, a card stands in a column that is there, no number is given twice, counts and log are complete. docs/boards.md
 */
import { storedRegister } from "../records/register.ts";
import type { DatabaseJson } from "../server-backend.ts";
import { actsOf } from "./acts.ts";
import { textIn } from "./board-items.ts";
import { countsAfter, countsWritten } from "./counts.ts";
import { type Changed, type JudgeInput, type Verdict, logKey } from "./judge-input.ts";
import { faultsOfAmounts, faultsOfPlaces } from "./judge-places.ts";
import { readWrites } from "./read-writes.ts";

const serverTime = { ".sv": "timestamp" };

export function judge(input: JudgeInput): Verdict {
  const read = readWrites(input);
  if (read === "stale" || "refused" in read) return read;
  if (read.changed.length === 0) return "nothing";
  const changed = numbered(read.changed, input);
  const counts = countsAfter(input.counts, changed);
  const places = faultsOfPlaces(input, changed, counts);
  // Of what is refused already nothing else needs to be said.
  const refused = places.length > 0 ? places : faultsOfAmounts(input, changed, counts);
  if (refused.length > 0) return { refused };
  const acts = actsOf(changed);
  const { board, uid, seq } = input;
  const root = `boards/${board}`;
  const update: Record<string, DatabaseJson> = {
    ...itemsWritten(root, changed),
    ...namesWritten(input, changed),
    [`${root}/seq`]: seq + 1,
    [`${root}/log/${logKey(seq + 1)}`]: {
      at: serverTime,
      by: uid,
      ...(acts.length > 0 && { acts }),
      w: changed.flatMap(({ key, after, written }) =>
        written.map((register) => `${key}/${register} ${after.registers[register]?.t ?? 0}`),
      ),
    },
  };
  for (const [path, count] of Object.entries(countsWritten(input.counts, counts))) {
    update[`${root}/counts/${path}`] = count;
  }
  return { update, acts };
}

/** New cards get the numbers that follow the last one. */
function numbered(changed: readonly Changed[], { counts, now }: JudgeInput): Changed[] {
  let last = counts.number;
  return changed.map((item) => {
    if (item.kind !== "cards" || item.before !== undefined) return item;
    last += 1;
    const number = { value: { v: last }, t: now * 1000, p: 0 };
    return { ...item, after: { ...item.after, registers: { ...item.after.registers, number } } };
  });
}

function itemsWritten(root: string, changed: readonly Changed[]): Record<string, DatabaseJson> {
  const update: Record<string, DatabaseJson> = {};
  for (const { kind, key, before, after, written } of changed) {
    const isNewCard = kind === "cards" && before === undefined;
    for (const register of isNewCard ? [...written, "number"] : written) {
      const next = after.registers[register];
      if (next) update[`${root}/${key}/${register}`] = storedRegister(next);
    }
    update[`${root}/${key}/at`] = serverTime;
  }
  return update;
}

/** Names stand in other places, too: that of the author with the members, that of the board in each member's list. */
function namesWritten(
  { board, uid, name, members }: JudgeInput,
  changed: readonly Changed[],
): Record<string, DatabaseJson> {
  const update: Record<string, DatabaseJson> = {};
  if (name !== "" && members.get(uid)?.name !== name) {
    update[`boards/${board}/members/${uid}/name`] = name;
  }
  const own = changed.find(({ kind }) => kind === "board");
  for (const register of ["name", "colour"]) {
    if (!own?.written.includes(register)) continue;
    for (const member of members.keys()) {
      update[`boardsOf/${member}/${board}/${register}`] = textIn(own.after, register);
    }
  }
  return update;
}
