/** Where else it is: in the todo lists of members. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { logFailure } from "#app/parts/uploader/log-failure.ts";
import type { Card } from "#lib/boards/board-items.ts";
import { Link } from "react-router";
import { useBoardApp, useFacts, usePersonName, useThings } from "../store/use-board.ts";
import type { CardLink } from "../store/card-things.ts";
import { addressOf } from "../views.ts";
import { focusHeading } from "./focus-heading.ts";
import { useSome } from "./use-some.tsx";

/** More of them are shown by steps. */
const linksShown = 30;

export function CardLinks({ card }: { card: Card }) {
  const { store, acts } = useBoardApp();
  const { zone } = useFacts();
  const { links } = useThings(card.id);
  const isOwn = ({ by }: CardLink) => by === store.uid;
  // One's own are always in sight.
  const sorted = links.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const { shown, more } = useSome(sorted, linksShown);
  const [isBusy, setBusy] = useState(false);

  async function add(): Promise<void> {
    setBusy(true);
    try {
      const { addToTodos } = await import("./todo-link.ts");
      const address = new URL(addressOf(store.id, card.id), location.href).href;
      acts.links.add(card.id, await addToTodos(store.uid, card, { address, zone }));
      tell("Added to the Inbox of your todo list.");
    } catch (error) {
      logFailure("A card did not get into the todo list", error);
      tellProblem("It could not be added to your todo list. Check your connection and try again.");
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="card-links">
      <h3>Todo lists</h3>
      {links.length === 0 ? null : (
        <ul>
          {shown.map((link) => (
            <LinkLine key={link.id} link={link} />
          ))}
        </ul>
      )}
      {more}
      {links.some(isOwn) ? null : (
        <Button variant="default" size="compact-md" loading={isBusy} onClick={() => void add()}>
          Add to my todo list
        </Button>
      )}
    </section>
  );
}

function LinkLine({ link }: { link: CardLink }) {
  const { store, acts } = useBoardApp();
  const name = usePersonName(link.by);
  if (link.by !== store.uid) {
    return (
      <li>
        In the todo list of <bdi>{name}</bdi>
      </li>
    );
  }
  return (
    <li>
      <Link to={`/AdvancedTodoList?task=${encodeURIComponent(link.of)}`}>
        Open it in my todo list
      </Link>
      <button
        type="button"
        className="record-link"
        onClick={({ currentTarget }) => {
          focusHeading(currentTarget);
          acts.links.remove(link.id);
        }}
      >
        Unlink
      </button>
    </li>
  );
}
