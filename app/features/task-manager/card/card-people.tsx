import type { Card } from "#lib/boards/board-items.ts";
import { useBoardApp, useMembers } from "../store/use-board.ts";
import { ChoiceList } from "./choice-list.tsx";

export function CardPeople({ card }: { card: Card }) {
  const { store, acts } = useBoardApp();
  const members = useMembers();
  const uids = new Set(members.map(({ uid }) => uid));
  const former = card.people.filter((uid) => !uids.has(uid));
  const choices = [
    ...members.map(({ uid, name }) => ({
      id: uid,
      isOn: card.people.includes(uid),
      shown: (
        <span dir="auto">
          {name || "Without a name"}
          {uid === store.uid ? <span className="faint"> (you)</span> : null}
        </span>
      ),
    })),
    ...former.map((uid) => ({
      id: uid,
      isOn: true,
      shown: <span className="faint">Former member</span>,
    })),
  ];
  return (
    <ChoiceList
      legend="People"
      focus="people"
      none="The board has no members."
      choices={choices}
      onChoose={(uid, isOn) => acts.cards.person([card.id], uid, isOn)}
    />
  );
}
