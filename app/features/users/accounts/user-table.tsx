import { Badge, Checkbox } from "@mantine/core";
import type { MouseEvent } from "react";
import type { UserRow, UserSort } from "#lib/user-admin.ts";
import { When } from "../when.tsx";
import { nameOf, roleNames } from "./act-words.ts";
import type { Chosen } from "./use-chosen.ts";

type Props = {
  rows: readonly UserRow[];
  sort: UserSort;
  isDescending: boolean;
  isReading: boolean;
  openedUid: string | undefined;
  chosen: Chosen;
  onSort: (by: UserSort) => void;
  onOpen: (uid: string) => void;
};

const columns: { sort?: UserSort; title: string; className: string }[] = [
  { sort: "name", title: "Name", className: "of-name" },
  { sort: "email", title: "E-mail", className: "of-email" },
  { title: "Role", className: "of-role" },
  { title: "State", className: "of-state" },
  { sort: "created", title: "Joined", className: "of-time" },
  { sort: "seen", title: "Last seen", className: "of-time" },
];

/** A table where there is room, cards where there is not. */
export function UserTable(props: Props) {
  const { rows, sort, isDescending, isReading, chosen, onSort } = props;
  const isAll = rows.length > 0 && rows.every(({ uid }) => chosen.has(uid));
  const isSome = rows.some(({ uid }) => chosen.has(uid));
  return (
    <table className="user-table" aria-label="Accounts" aria-busy={isReading || undefined}>
      <thead>
        <tr>
          <th scope="col" className="of-choice">
            <Checkbox
              aria-label="Choose all on this page"
              label={<span className="of-cards">All on this page</span>}
              checked={isAll}
              indeterminate={isSome && !isAll}
              onChange={({ currentTarget }) => chosen.choosePage(currentTarget.checked)}
            />
          </th>
          {columns.map(({ sort: by, title, className }) => (
            <th
              key={title}
              scope="col"
              className={className}
              aria-sort={by === sort ? (isDescending ? "descending" : "ascending") : undefined}
            >
              {by === undefined ? (
                title
              ) : (
                <button type="button" className="sorter" onClick={() => onSort(by)}>
                  {title}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.uid} row={row} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, openedUid, chosen, onOpen }: Props & { row: UserRow }) {
  const { uid, email, role, createdAt, lastSeenAt } = row;
  const name = nameOf(row);
  const isChosen = chosen.has(uid);
  // The name is the button; the rest of the row is a larger place for the pointer.
  function openByPointer(event: MouseEvent<HTMLTableRowElement>): void {
    const { target } = event;
    const isOther = target instanceof Element && target.closest("button, input, label, a") !== null;
    if (!isOther && getSelection()?.isCollapsed !== false) onOpen(uid);
  }
  return (
    // By keyboard it is the button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      data-chosen={isChosen || undefined}
      data-open={uid === openedUid || undefined}
      onClick={openByPointer}
    >
      <td className="of-choice">
        <Checkbox
          aria-label={`Choose ${name}`}
          checked={isChosen}
          disabled={chosen.isFull && !isChosen}
          onChange={({ currentTarget, nativeEvent }) => {
            const withShift = (nativeEvent as Partial<PointerEvent>).shiftKey === true;
            chosen.choose(row, currentTarget.checked, withShift);
          }}
        />
      </td>
      {/* Its label is the name. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td className="of-name">
        <button
          type="button"
          className="opener"
          aria-expanded={uid === openedUid}
          onClick={() => onOpen(uid)}
        >
          <bdi>{name}</bdi>
        </button>
      </td>
      <td className="of-email">
        {email === "" ? <span className="faint">None</span> : <bdi title={email}>{email}</bdi>}
      </td>
      <td className="of-role" data-role={role}>
        {roleNames[role]}
      </td>
      <td className="of-state">
        <States row={row} />
      </td>
      <td className="of-time" data-label="Joined">
        <When at={createdAt} />
      </td>
      <td className="of-time" data-label="Last seen">
        <When at={lastSeenAt} />
      </td>
    </tr>
  );
}

export function States({ row }: { row: UserRow }) {
  return (
    <span className="states">
      {row.disabled ? <Badge color="red">Disabled</Badge> : null}
      {row.deletionAt === null ? null : <Badge color="red">Leaving</Badge>}
      {row.verified || row.email === "" ? null : <Badge color="yellow">Not verified</Badge>}
      {row.secondFactor ? <Badge>Two-step</Badge> : null}
    </span>
  );
}
