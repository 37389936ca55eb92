import { Link } from "react-router";
import { whenOf } from "#app/parts/tool-frame/when.ts";
import { nameless, useChat } from "../store/use-chat.ts";
import { plainOf } from "../text/plain.ts";
import { searchOf } from "../views.ts";

export function RequestsView() {
  const { rooms } = useChat();
  const requests = rooms.rooms.filter(({ request }) => request);
  if (requests.length === 0) return <p className="faint">Nobody new has written to you.</p>;
  return (
    <ul className="chat-list">
      {requests.map(({ id, title, head }) => (
        <li key={id}>
          <Link to={{ search: searchOf({ room: id }) }} defaultShouldRevalidate={false}>
            <strong dir="auto">{title || nameless}</strong>
            <span className="faint"> {head ? whenOf(head.at) : ""}</span>
            <p className="faint" dir="auto">
              {head ? plainOf(head.text) : ""}
            </p>
          </Link>
        </li>
      ))}
    </ul>
  );
}
