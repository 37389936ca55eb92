/** All accounts, a page at a time: search, filters, order, and what is done to those that are chosen. */
import { Button, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import { userSorts } from "#lib/user-admin.ts";
import type { UserPage, UserSort } from "#lib/user-admin.ts";
import { queryText } from "../call-admin.ts";
import { Pager } from "../pager.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { useAnswer } from "../use-answer.ts";
import { usePages } from "../use-pages.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { useChosen } from "./use-chosen.ts";
import type { UserActs } from "./use-user-acts.ts";
import { UserTable } from "./user-table.tsx";

const noFilter = { search: "", role: "", state: "", sort: "", down: "" };
const searchAfterMs = 250;

export function AccountsTab({
  acts,
  changes,
  openedUid,
  onOpen,
}: {
  acts: UserActs;
  /** Counts what was changed: the list is read again. */
  changes: number;
  openedUid: string | undefined;
  onOpen: (uid: string) => void;
}) {
  const [filter, setFilter] = useQueryFilter(noFilter);
  const search = useLater(filter.search);
  const sort = userSorts.find((one) => one === filter.sort) ?? "name";
  const isDescending = filter.down === "1";
  const asked = queryText({
    search,
    role: filter.role,
    state: filter.state,
    sort,
    descending: isDescending,
  });
  const { mark, page, onNext, onBack } = usePages(asked);
  const answer = useAnswer<UserPage>(`/api/users?${asked}&${queryText({ cursor: mark })}`);
  const { value, problem, isReading, refresh } = answer;
  useEffect(() => {
    if (changes > 0) refresh();
  }, [changes, refresh]);
  const rows = useMemo(
    () => value?.rows.map((row) => ({ ...row, ...acts.over.get(row.uid) })) ?? [],
    [value, acts.over],
  );
  const shown = useDeferredValue(rows);
  const chosen = useChosen(shown);
  const isFiltered = filter.search !== "" || filter.role !== "" || filter.state !== "";

  function sortBy(by: UserSort): void {
    // Times are asked for to see the latest.
    const down = by === sort ? !isDescending : by === "created" || by === "seen";
    setFilter({ ...filter, sort: by === "name" ? "" : by, down: down ? "1" : "" });
  }

  return (
    <>
      <search className="tool-bar users-bar">
        <TextInput
          label="Search"
          placeholder="Name, e-mail or uid"
          data-search
          className="users-search"
          value={filter.search}
          maxLength={200}
          onChange={({ currentTarget }) => setFilter({ ...filter, search: currentTarget.value })}
          rightSection={
            filter.search === "" ? null : (
              <CloseButton
                aria-label="Clear the search"
                onClick={() => setFilter({ ...filter, search: "" })}
              />
            )
          }
        />
        <NativeSelect
          label="Role"
          value={filter.role}
          onChange={({ currentTarget }) => setFilter({ ...filter, role: currentTarget.value })}
          data={[
            { value: "", label: "All roles" },
            { value: "admin", label: "Admins" },
            { value: "editor", label: "Editors" },
            { value: "user", label: "Users" },
          ]}
        />
        <NativeSelect
          label="State"
          value={filter.state}
          onChange={({ currentTarget }) => setFilter({ ...filter, state: currentTarget.value })}
          data={[
            { value: "", label: "All states" },
            { value: "disabled", label: "Disabled" },
            { value: "unverified", label: "E-mail not verified" },
            { value: "leaving", label: "Waiting for deletion" },
          ]}
        />
        <NativeSelect
          label="Order"
          className="users-order"
          value={sort}
          onChange={({ currentTarget }) => sortBy(currentTarget.value as UserSort)}
          data={[
            { value: "name", label: "Name" },
            { value: "email", label: "E-mail" },
            { value: "created", label: "Joined" },
            { value: "seen", label: "Last seen" },
          ]}
        />
      </search>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={refresh} />}
      {value === undefined ? (
        problem === undefined && <SkeletonRows rows={10} />
      ) : rows.length === 0 && page === 1 && value.next === null ? (
        <Nobody
          isFiltered={isFiltered}
          onClear={() => setFilter({ ...filter, search: "", role: "", state: "" })}
        />
      ) : (
        <>
          <UserTable
            rows={shown}
            sort={sort}
            isDescending={isDescending}
            isReading={isReading}
            openedUid={openedUid}
            chosen={chosen}
            onSort={sortBy}
            onOpen={onOpen}
          />
          {rows.length === 0 ? (
            <p className="faint">None here. There may be more on the next page.</p>
          ) : null}
          {value.isCut ? (
            <p className="faint">
              Many begin like this: these are the first of them. Type more to find somebody.
            </p>
          ) : null}
          <Pager
            page={page}
            hasNext={value.next !== null}
            onBack={onBack}
            onNext={() => value.next !== null && onNext(value.next)}
          />
        </>
      )}
      <BulkBar chosen={chosen.rows} onClear={chosen.clear} acts={acts} />
    </>
  );
}

function Nobody({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyRoom
      title="Nobody fits"
      text="No name, last name or e-mail address begins like this, or the filters leave nobody out of it."
      action={
        <Button variant="default" onClick={onClear}>
          Show everybody
        </Button>
      }
    />
  ) : (
    <EmptyRoom
      title="No accounts yet"
      text="Here are all who have an account: who they are, what they may do and when they were here."
    />
  );
}

/** What is typed, once nothing more is typed for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    timer.current = setTimeout(() => setLater(text), searchAfterMs);
    return () => clearTimeout(timer.current);
  }, [text]);
  return later;
}
