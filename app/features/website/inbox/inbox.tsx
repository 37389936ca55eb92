/** What visitors wrote by the contact form: read, answered by mail, put away. */
import { Button, CloseButton, Switch, TextInput } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { useToolKeys } from "#app/parts/tool-frame/use-tool-keys.ts";
import { inboxFolders, maxMessagesOfAct } from "#lib/inbox.ts";
import type { InboxAct, InboxFolder, InboxRow } from "#lib/inbox.ts";
import { folderNames } from "./inbox-words.ts";
import { OtherKeptReplies } from "./kept-replies.tsx";
import { MessageList } from "./message-list.tsx";
import { MessagePane } from "./message-pane.tsx";
import { useInbox } from "./use-inbox.ts";
import { useSeeInbox } from "./use-inbox-news.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/inbox.css";

type Choice = { of: string; ids: ReadonlySet<string> };
const none: ReadonlySet<string> = new Set();
const searchAfterMs = 300;
const quiet = { preventScrollReset: true, defaultShouldRevalidate: false };

export function Inbox() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const folder = inboxFolders.find((one) => one === params.get("folder")) ?? "inbox";
  const opened = params.get("message") ?? undefined;
  const [typed, setTyped] = useState("");
  const [isUnread, setUnread] = useState(false);
  const search = useLater(typed.trim());
  const list = useInbox({ folder, search, isUnread });
  const { rows, counts, run, answered } = list;
  // Of another folder or search nothing stays chosen.
  const place = `${folder} ${isUnread} ${search}`;
  const [choice, setChoice] = useState<Choice>({ of: place, ids: none });
  const chosen = choice.of === place ? choice.ids : none;
  const lastChosen = useRef<string>(undefined);
  const replyField = useRef<HTMLTextAreaElement>(null);
  const listPlace = useRef<HTMLDivElement>(null);
  useSeeInbox(counts?.newestAt);

  const open = useCallback(
    (id: string | undefined) => {
      const query = new URLSearchParams(location.search);
      if (id === undefined) query.delete("message");
      else query.set("message", id);
      void navigate({ search: query.toString() }, { ...quiet, replace: query.has("message") });
    },
    [navigate],
  );
  const close = useCallback(() => {
    const before = new URLSearchParams(location.search).get("message") ?? "";
    open(undefined);
    const row = [...(listPlace.current?.querySelectorAll<HTMLElement>("[data-id]") ?? [])].find(
      ({ dataset }) => dataset["id"] === before,
    );
    requestAnimationFrame(() => row?.querySelector("button")?.focus());
  }, [open]);

  const openedRow = rows?.find(({ id }) => id === opened);
  const markRead = useCallback((row: InboxRow) => run([row], { do: "read", read: true }), [run]);

  const chosenRows = useMemo(() => rows?.filter(({ id }) => chosen.has(id)) ?? [], [rows, chosen]);

  const act = useCallback(
    (targets: readonly InboxRow[], what: InboxAct) => {
      if (targets.length === 0) return;
      run(targets, what);
      setChoice({ of: place, ids: none });
      const ids = new Set(targets.map(({ id }) => id));
      const isOpened = opened !== undefined && ids.has(opened);
      if (isOpened && what.do !== "read") {
        // On to the next one, as one reads through a pile.
        const at = rows?.findIndex(({ id }) => id === opened) ?? -1;
        const left = rows?.filter(({ id }) => !ids.has(id)) ?? [];
        const next = rows?.slice(at + 1).find(({ id }) => !ids.has(id));
        open((next ?? left.at(-1))?.id);
      }
      if (isOpened && what.do === "read" && !what.read) close();
    },
    [run, opened, rows, open, close, place],
  );

  const choose = useCallback(
    (id: string, isChosen: boolean, withShift: boolean) => {
      const ids = rows?.map((row) => row.id) ?? [];
      const [from, to] = [ids.indexOf(lastChosen.current ?? ""), ids.indexOf(id)];
      const isRange = withShift && from !== -1 && to !== -1;
      const range = isRange ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      lastChosen.current = id;
      setChoice((before) => {
        const after = new Set(before.of === place ? before.ids : none);
        for (const one of range) {
          if (!isChosen) after.delete(one);
          else if (after.size < maxMessagesOfAct) after.add(one);
        }
        return { of: place, ids: after };
      });
    },
    [rows, place],
  );

  const shortcuts = useMemo(() => {
    const targets = () => (chosenRows.length > 0 ? chosenRows : openedRow ? [openedRow] : []);
    const step = (by: number) => {
      if (!rows || rows.length === 0) return;
      const at = rows.findIndex(({ id }) => id === opened);
      const to = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by));
      open(rows[to]?.id);
    };
    const move = (to: InboxFolder) => () => act(targets(), { do: "move", folder: to });
    return [
      { key: "j", title: "Next message", run: () => step(1) },
      { key: "k", title: "Message before", run: () => step(-1) },
      { key: "e", title: "Archive", run: move("archive") },
      { key: "!", title: "Move to spam", run: move("spam") },
      { key: "#", title: "Delete", run: () => act(targets(), { do: "delete" }) },
      {
        key: "u",
        title: "Mark as unread",
        run: () => act(targets(), { do: "read", read: false }),
      },
      {
        key: "x",
        title: "Choose the open message",
        run: () => opened !== undefined && choose(opened, !chosen.has(opened), false),
      },
      { key: "r", title: "Reply", run: () => replyField.current?.focus() },
    ];
  }, [rows, opened, openedRow, chosen, chosenRows, open, act, choose]);
  useToolKeys("Inbox", shortcuts, opened === undefined ? undefined : close);

  const isFiltered = search !== "" || isUnread;
  return (
    <div className="inbox" data-open={opened === undefined ? undefined : ""}>
      <div className="inbox-list" ref={listPlace}>
        <OtherKeptReplies openedId={opened} onOpen={open} />
        <nav className="inbox-folders" aria-label="Folders">
          {inboxFolders.map((one) => (
            <Link
              key={one}
              to={{ search: `?section=inbox${one === "inbox" ? "" : `&folder=${one}`}` }}
              preventScrollReset
              aria-current={one === folder ? "page" : undefined}
            >
              {folderNames[one]}
              {counts && counts[one] > 0 ? (
                <span>
                  {counts[one]}
                  <span className="unseen"> unread</span>
                </span>
              ) : null}
            </Link>
          ))}
        </nav>
        <search className="tool-bar inbox-bar">
          <TextInput
            label="Search"
            placeholder="Name, address or words"
            data-search
            value={typed}
            maxLength={200}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            rightSection={
              typed === "" ? null : (
                <CloseButton aria-label="Clear the search" onClick={() => setTyped("")} />
              )
            }
          />
          <Switch
            label="Unread only"
            checked={isUnread}
            onChange={({ currentTarget }) => setUnread(currentTarget.checked)}
          />
        </search>
        {list.problem === undefined ? null : (
          <ProblemNote text={list.problem} onRetry={list.refresh} />
        )}
        {rows === undefined ? (
          list.problem === undefined && <SkeletonRows rows={6} />
        ) : rows.length === 0 && !list.hasMore ? (
          <Nothing
            folder={folder}
            isFiltered={isFiltered}
            onClear={() => {
              setTyped("");
              setUnread(false);
            }}
          />
        ) : (
          <MessageList
            rows={rows}
            openedId={opened}
            chosen={chosen}
            isReading={list.isReading}
            onOpen={open}
            onChoose={choose}
          />
        )}
        {rows !== undefined && list.hasMore ? (
          <Button variant="default" onClick={list.more}>
            Show older ones
          </Button>
        ) : null}
        <output className="unseen">
          {chosenRows.length === 0 ? "" : `${chosenRows.length} chosen`}
        </output>
        {chosenRows.length === 0 ? null : (
          <ChosenBar
            rows={chosenRows}
            folder={folder}
            onAct={(what) => act(chosenRows, what)}
            onNone={() => setChoice({ of: place, ids: none })}
          />
        )}
      </div>
      <div className="inbox-message">
        {opened === undefined ? (
          <p className="inbox-none">Choose a message to read it here.</p>
        ) : (
          <MessagePane
            key={opened}
            id={opened}
            replyField={replyField}
            onRun={(row, what) => act([row], what)}
            onRead={markRead}
            onClose={close}
            onAnswered={answered}
          />
        )}
      </div>
    </div>
  );
}

function ChosenBar({
  rows,
  folder,
  onAct,
  onNone,
}: {
  rows: readonly InboxRow[];
  folder: InboxFolder;
  onAct: (act: InboxAct) => void;
  onNone: () => void;
}) {
  const isAllRead = rows.every(({ read }) => read);
  return (
    <div className="inbox-chosen" role="toolbar" aria-label="With the chosen messages">
      <p>
        <b>{rows.length}</b> chosen
      </p>
      {inboxFolders
        .filter((one) => one !== folder)
        .map((one) => (
          <Button key={one} variant="default" onClick={() => onAct({ do: "move", folder: one })}>
            {one === "archive" ? "Archive" : `Move to ${folderNames[one].toLowerCase()}`}
          </Button>
        ))}
      <Button variant="default" onClick={() => onAct({ do: "read", read: !isAllRead })}>
        Mark as {isAllRead ? "unread" : "read"}
      </Button>
      <Button variant="default" color="red" onClick={() => onAct({ do: "delete" })}>
        Delete
      </Button>
      <Button variant="subtle" onClick={onNone}>
        Choose none
      </Button>
    </div>
  );
}

function Nothing({
  folder,
  isFiltered,
  onClear,
}: {
  folder: InboxFolder;
  isFiltered: boolean;
  onClear: () => void;
}) {
  if (isFiltered) {
    return (
      <EmptyRoom
        title="No message fits"
        text={`Nothing in ${folderNames[folder].toLowerCase()} has these words.`}
        action={
          <Button variant="default" onClick={onClear}>
            Show all
          </Button>
        }
      />
    );
  }
  const texts: Record<InboxFolder, [title: string, text: string]> = {
    inbox: [
      "No messages",
      "What visitors write by the contact form comes here, and is mailed to you where a mail server is set.",
    ],
    archive: ["Nothing is archived", "What you have dealt with and want to keep lies here."],
    spam: [
      "No spam",
      "What looks like advertising lies here. It is not mailed, and goes first when the inbox is full.",
    ],
  };
  const [title, text] = texts[folder];
  return <EmptyRoom title={title} text={text} />;
}

/** What is typed, once nothing more is typed for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), searchAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
