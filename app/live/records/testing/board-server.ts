/** A board in memory as members reach it: read under the site's own rules, changed through the judge, written under them. */
import { judge } from "#lib/boards/judge.ts";
import { logKey } from "#lib/boards/judge-input.ts";
import { countsOf, countsWritten, readCounts } from "#lib/boards/counts.ts";
import { type Role, may, readMembers } from "#lib/boards/roles.ts";
import { assertBoard } from "#lib/boards/testing/assert-board.ts";
import { touchedBy } from "#lib/boards/touched.ts";
import { boardDelta, boardKinds, boardShape } from "#lib/boards/shape.ts";
import { isGone, readItem } from "#lib/records/register.ts";
import { TurnedBackError } from "../database-http.ts";
import { RecordsServer } from "./records-server.ts";

const noMember = "There is no such board.";
const mayOnlyLook = "You may look at this board, and change nothing.";

export class BoardServer extends RecordsServer {
  readonly board: string;
  /** Items that were deleted for good, `KIND/ID`. */
  readonly purged = new Set<string>();
  /** @param members roles by uid */
  constructor(now: () => number, board: string, members: Readonly<Record<string, Role>>) {
    super(now);
    this.board = board;
    for (const [uid, role] of Object.entries(members)) this.setMember(uid, role);
  }

  /** Null: they are removed. */
  setMember(uid: string, role: Role | null): void {
    const seq = this.#seq() + 1;
    const act = role === null ? { k: "remove", who: uid } : { k: "role", who: uid, role };
    this.#write({
      [`${this.#root}/members/${uid}`]: role && { role, name: uid, since: this.now() },
      [`${this.#root}/seq`]: seq,
      [`${this.#root}/log/${logKey(seq)}`]: { at: this.now(), by: uid, acts: [act], w: [] },
    });
  }

  /** What is in the trash goes for good. @returns it, as it was */
  sweep(): unknown[] {
    const all = this.#items();
    const isDue = ({ kind, item }: (typeof all)[number]) =>
      boardDelta.some((one) => one === kind) && isGone(boardShape, kind, item);
    const due = all.filter(isDue);
    if (due.length === 0) return [];
    const counts = readCounts(this.value(`${this.#root}/counts`));
    const left = countsOf(
      all.filter((one) => !isDue(one)),
      counts.number,
    );
    const seq = this.#seq() + 1;
    for (const { kind, id } of due) this.purged.add(`${kind}/${id}`);
    this.#write({
      ...Object.fromEntries(due.map(({ kind, id }) => [`${this.#root}/${kind}/${id}`, null])),
      ...Object.fromEntries(
        Object.entries(countsWritten(counts, left)).map(([path, count]) => [
          `${this.#root}/counts/${path}`,
          count,
        ]),
      ),
      [`${this.#root}/meta/swept`]: this.now(),
      [`${this.#root}/seq`]: seq,
      [`${this.#root}/log/${logKey(seq)}`]: { at: this.now(), by: "server" },
    });
    return due;
  }

  get #root(): string {
    return `boards/${this.board}`;
  }

  #items() {
    return boardKinds.flatMap((kind) =>
      Object.entries((this.value(`${this.#root}/${kind}`) ?? {}) as object).flatMap(
        ([id, value]) => {
          const item = readItem(value);
          return item ? [{ kind, id, item }] : [];
        },
      ),
    );
  }

  protected override update(uid: string, _root: string, writes: Record<string, unknown>): boolean {
    const members = readMembers(this.value(`${this.#root}/members`));
    const role = members.get(uid)?.role;
    const touched = touchedBy(writes);
    if ("fault" in touched) return false;
    if (role === undefined || !may(role, "write")) {
      const text = role === undefined ? noMember : mayOnlyLook;
      throw new TurnedBackError(touched.items.map((item) => ({ item, register: null, text })));
    }
    const verdict = judge({
      board: this.board,
      uid,
      name: "",
      now: this.now(),
      seq: this.#seq(),
      members,
      counts: readCounts(this.value(`${this.#root}/counts`)),
      stored: (kind, id) => readItem(this.value(`${this.#root}/${kind}/${id}`)),
      file: () => undefined,
      writes,
    });
    if (verdict === "nothing") return true;
    if (verdict === "stale") return false;
    if ("refused" in verdict) throw new TurnedBackError(verdict.refused);
    this.#write(verdict.update);
    return true;
  }

  #seq(): number {
    return Number(this.value(`${this.#root}/seq`) ?? 0);
  }

  #write(update: Record<string, unknown>): void {
    const asServer = { uid: "foyer-boards", token: { foyerBoard: this.board } };
    if (!this.writeAs(asServer, "", update))
      throw new Error("The rules refuse what the judge lets.");
    assertBoard(this.value(this.#root), this.purged);
  }
}
