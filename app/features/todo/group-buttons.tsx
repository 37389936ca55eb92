/** What is done with the list or label that is shown. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { GroupKind } from "./acts/group-acts.ts";
import { GroupDialog } from "./late-views.tsx";
import { useLabels, useLists, useTodoApp } from "./use-todos.ts";

type Props = { kind: GroupKind; id: string; onGone: () => void };

export function GroupButtons({ kind, id, onGone }: Props) {
  const { acts } = useTodoApp();
  const lists = useLists();
  const labels = useLabels();
  const [isOpen, setOpen] = useState(false);
  const group = (kind === "lists" ? lists : labels).find((one) => one.id === id);
  if (!group) return null;
  const word = kind === "lists" ? "list" : "label";
  return (
    <>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={`Rename the ${word}, or give it a colour`}
        onClick={() => setOpen(true)}
      >
        Rename…
      </Button>
      <Button
        variant="subtle"
        size="compact-md"
        aria-label={`Delete the ${word}`}
        onClick={() => {
          acts.groups.remove(kind, id);
          onGone();
        }}
      >
        Delete
      </Button>
      {isOpen ? (
        <GroupDialog kind={kind} group={group} onGone={onGone} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
