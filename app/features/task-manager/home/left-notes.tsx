/** What was written on boards of which one is no member any more, and is only in this browser. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { followLeft } from "#app/live/boards.ts";
import type { BoardEntry } from "#app/live/boards.ts";
import { searchOf } from "../views.ts";

type Props = { uid: string; boards: readonly BoardEntry[] };

export function LeftNotes({ uid, boards }: Props) {
  const [left, setLeft] = useState<readonly string[]>([]);
  useEffect(
    () =>
      followLeft(uid, boards, setLeft, (error) => {
        // The list is whole without it, and the words stay kept.
        // oxlint-disable-next-line no-console
        console.error("What is kept of other boards was not read", error);
      }),
    [uid, boards],
  );
  return left.map((board) => (
    <div key={board} className="kept-note">
      <p>
        This browser keeps what you wrote on a board of which you are no member any more, and which
        was not sent.
      </p>
      <Button
        component={Link}
        variant="default"
        size="compact-md"
        to={{ search: searchOf({ board }) }}
        defaultShouldRevalidate={false}
      >
        Look at it
      </Button>
    </div>
  ));
}
