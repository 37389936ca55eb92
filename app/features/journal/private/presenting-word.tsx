import { useJournal, useRooms, useStoreTopic } from "../store/journal-context.ts";
import { present } from "./presenting.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-private.css";

/** While somebody presents: that it is so, and the way out. */
export function PresentingWord() {
  const { store } = useJournal();
  const presented = useStoreTopic("rooms", () => store.presented());
  const [room] = useRooms();
  if (presented === undefined) return null;
  return (
    <p className="journal-presenting">
      <span dir="auto">Only {room?.settings.name || "Journal"}</span>
      <button type="button" className="record-link" onClick={() => present(store, undefined)}>
        Show all
      </button>
    </p>
  );
}
