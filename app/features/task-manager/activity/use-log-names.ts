import { useMemo } from "react";
import { columnOf, textIn } from "#lib/boards/board-items.ts";
import type { LogNames } from "#lib/boards/log-words.ts";
import {
  useBoardApp,
  useColumns,
  useLabels,
  useMembers,
  useWordsVersion,
} from "../store/use-board.ts";

/** What is in a log is called so now; another object once something is called otherwise. */
export function useLogNames(): LogNames {
  const { store } = useBoardApp();
  const members = useMembers();
  const columns = useColumns();
  const labels = useLabels();
  const version = useWordsVersion();
  return useMemo(() => {
    const { records } = store;
    const known = { members, columns, labels, version };
    return {
      person: (uid) => known.members.find((member) => member.uid === uid)?.name,
      card: (id) => store.card(id)?.title,
      // Of what is deleted there still is a name.
      column(id) {
        const item = records.item("columns", id);
        return item && columnOf(id, item)?.name;
      },
      label(id) {
        const item = records.item("labels", id);
        return item && textIn(item, "name");
      },
      check(id) {
        const item = records.item("checks", id);
        return item && textIn(item, "title");
      },
    };
  }, [store, members, columns, labels, version]);
}
