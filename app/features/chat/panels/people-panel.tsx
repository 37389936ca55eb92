/** Who is in a room, who of them is there, and what may be done with them. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { actInRoom, block, makeRoom } from "#app/live/chat/chat-api.ts";
import type { Room } from "#app/live/chat/rooms.ts";
import { RowMenu } from "../room/late-parts.tsx";
import type { MenuAct } from "#app/parts/menus/row-menu.tsx";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { muteSteps } from "#lib/chat/limits.ts";
import type { RoomMember } from "#lib/chat/room.ts";
import { PeopleFinder } from "../dialogs/people-finder.tsx";
import { Avatar } from "../room/avatar.tsx";
import { Presence } from "../room/presence.tsx";
import { isMuted, nameless, useChat } from "../store/use-chat.ts";
import type { Opened } from "../store/use-room.ts";
import { muteWords } from "./words.ts";

type Props = { opened: Opened; own: Room | undefined };
type Asked = { title: string; text: string; confirm: string; run: () => Promise<void> };

const mostShown = 200;

export function PeoplePanel({ opened, own }: Props) {
  const { uid, isEditor, rooms, go } = useChat();
  const { state, room } = opened;
  const { id } = room;
  const kind = state.facts?.kind ?? own?.kind;
  const isOwner = kind === "private" && own?.role === "owner";
  const mayModerate = isOwner || (kind === "public" && isEditor);
  const [words, setWords] = useState("");
  const [isAdding, setAdding] = useState(false);
  const [menu, setMenu] = useState<{
    at: { x: number; y: number };
    name: string;
    acts: MenuAct[];
  }>();
  const [asked, setAsked] = useState<Asked>();
  const all = Object.entries(state.members)
    .filter(([, { name }]) => name.toLowerCase().includes(words.toLowerCase()))
    .toSorted(([, a], [, b]) => a.name.localeCompare(b.name));

  async function run(acting: Promise<unknown>, said?: string): Promise<void> {
    try {
      await acting;
      if (said !== undefined) tell(said);
    } catch (error) {
      tellProblem(problemText(error));
    }
  }

  function actsOf(one: string, member: RoomMember): MenuAct[] {
    const name = member.name || nameless;
    const isBlocked = rooms.blocked.has(one);
    const isSilent = isMuted(member);
    const act = actInRoom.bind(undefined, id);
    const list: (MenuAct | false)[] = [
      kind !== "direct" && {
        id: "write",
        title: "Write to them",
        run: () =>
          void run(makeRoom({ kind: "direct", uid: one }).then((made) => go({ room: made }))),
      },
      isOwner && {
        id: "role",
        title: member.role === "owner" ? "Make them a member" : "Make them an owner",
        run: () =>
          void run(
            act({ act: "role", uid: one, role: member.role === "owner" ? "member" : "owner" }),
          ),
      },
      ...(mayModerate && isSilent
        ? [
            {
              id: "unmute",
              title: "Let them write again",
              run: () =>
                void run(act({ act: "mute", uid: one, minutes: 0 }), `${name} may write again.`),
            },
          ]
        : mayModerate
          ? muteSteps.map((minutes) => ({
              id: `mute ${minutes}`,
              title: `Mute for ${muteWords(minutes)}`,
              run: () => void run(act({ act: "mute", uid: one, minutes }), `${name} is muted.`),
            }))
          : []),
      mayModerate && {
        id: "remove",
        title: "Remove…",
        takesFocus: true,
        run: () =>
          setAsked({
            title: `Remove ${name}?`,
            text: "They read nothing of this room any more. What they wrote stays.",
            confirm: "Remove",
            run: () => act({ act: "remove", uid: one }),
          }),
      },
      {
        id: "block",
        title: isBlocked ? "Unblock" : "Block",
        run: () =>
          void run(
            block({ uid: one, on: !isBlocked }),
            isBlocked ? `${name} is not blocked any more.` : `${name} is blocked.`,
          ),
      },
    ];
    return list.filter((one_) => one_ !== false);
  }

  return (
    <div className="chat-people">
      {all.length > 8 || words !== "" ? (
        <input
          type="search"
          className="chat-input"
          aria-label="Find a member"
          placeholder="Find a member"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      ) : null}
      {isOwner ? (
        isAdding ? (
          <PeopleFinder
            confirm="Add"
            without={new Set(Object.keys(state.members))}
            onDone={async (people) => {
              await actInRoom(id, { act: "add", uids: people.map((one) => one.uid) });
              setAdding(false);
            }}
            onClose={() => setAdding(false)}
          />
        ) : (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add people
          </Button>
        )
      ) : null}
      <ul>
        {all.slice(0, mostShown).map(([one, member]) => {
          const name = member.name || nameless;
          return (
            <li key={one}>
              <span className="chat-nav-face">
                <Avatar name={name} />
                <Presence uid={one} />
              </span>
              <span className="chat-person-name" dir="auto">
                {name}
                {one === uid ? <span className="faint"> (you)</span> : null}
                {member.role === "owner" ? <span className="faint"> owner</span> : null}
                {isMuted(member) ? <span className="faint"> muted</span> : null}
                {rooms.blocked.has(one) ? <span className="faint"> blocked</span> : null}
              </span>
              {one === uid ? null : (
                <button
                  type="button"
                  className="act"
                  aria-haspopup="menu"
                  aria-label={`More: What to do with ${name}`}
                  onClick={({ currentTarget }) => {
                    const { left, bottom } = currentTarget.getBoundingClientRect();
                    setMenu({ at: { x: left, y: bottom }, name, acts: actsOf(one, member) });
                  }}
                >
                  More
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {all.length > mostShown ? (
        <p className="faint">And {all.length - mostShown} more: find them by name.</p>
      ) : null}
      {menu ? (
        <RowMenu
          at={menu.at}
          label={`What to do with ${menu.name}`}
          acts={menu.acts}
          onClose={() => setMenu(undefined)}
        />
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={asked.title}
          text={asked.text}
          confirm={asked.confirm}
          onConfirm={asked.run}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </div>
  );
}
