/** Boards that anybody with their address may look at, and the end of such a page. */
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { AdminPublicBoard, AdminPublicBoards } from "#lib/boards/api.ts";
import { callAdmin, queryText } from "../call-admin.ts";
import { Pager } from "../pager.tsx";
import { useAnswer } from "../use-answer.ts";
import { usePages } from "../use-pages.ts";
import { When } from "../when.tsx";

export function PublicBoardsTab() {
  const { mark, page, onNext, onBack } = usePages("");
  const { value, problem, refresh } = useAnswer<AdminPublicBoards>(
    `/api/public-boards?${queryText({ after: mark })}`,
  );
  const [ending, setEnding] = useState<AdminPublicBoard>();
  const list = useRef<HTMLUListElement>(null);
  const isEnded = useRef(false);
  useEffect(() => {
    if (value === undefined || !isEnded.current) return;
    // Its button is gone, and with it the place where one was.
    isEnded.current = false;
    list.current?.focus();
  }, [value]);
  return (
    <>
      <p className="lead-note">
        Owners of boards open them to anybody who has the address. It is your site that shows them:
        what should not be there you can end.
      </p>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={refresh} />}
      {value === undefined && problem === undefined ? <SkeletonRows rows={4} /> : null}
      {value?.boards.length === 0 && page === 1 ? (
        <EmptyRoom
          title="No public boards"
          text="A board whose owner opens it to everybody stands here."
        />
      ) : null}
      <ul ref={list} tabIndex={-1} aria-label="Public boards" className="plain-list rows">
        {value?.boards.map((board) => (
          <Row key={board.board} board={board} onEnd={() => setEnding(board)} />
        ))}
      </ul>
      <Pager
        page={page}
        hasNext={(value?.next ?? null) !== null}
        onBack={onBack}
        onNext={() => value?.next && onNext(value.next)}
      />
      {ending === undefined ? null : (
        <ConfirmDialog
          title={
            <>
              End the public page of “<bdi>{nameOf(ending)}</bdi>”?
            </>
          }
          text="Its address leads nowhere from then on. The board itself stays as it is for its members, and its owners are told. They can open it again, at another address."
          confirm="End this page"
          onConfirm={async () => {
            try {
              await callAdmin("POST", "/api/public-boards/end", { board: ending.board });
            } catch (error) {
              const text = problemText(error);
              // Who left the question is back where they were.
              if (text === undefined) return;
              throw new Error(text, { cause: error });
            }
            tell("The page is gone, and its owners are told");
            isEnded.current = true;
            refresh();
          }}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}

function Row({ board, onEnd }: { board: AdminPublicBoard; onEnd: () => void }) {
  const { path, since, index, owners } = board;
  return (
    <li className="with-button">
      <span>
        <a href={path} target="_blank" rel="noreferrer">
          <bdi>{nameOf(board)}</bdi>
        </a>
        <br />
        <span className="faint">
          {owners.length === 1 ? "Owner: " : "Owners: "}
          {owners.map(({ uid, name }, at) => (
            <span key={uid}>
              {at > 0 ? ", " : ""}
              <Link to={{ search: queryText({ user: uid }) }} preventScrollReset>
                <bdi>{name || "Without a name"}</bdi>
              </Link>
            </span>
          ))}
          . Opened or changed <When at={since} withTime />.
          {index ? " Search engines may list it." : ""}
        </span>
      </span>
      <Button variant="default" aria-label={`End this page: ${nameOf(board)}`} onClick={onEnd}>
        End this page…
      </Button>
    </li>
  );
}

const nameOf = ({ name }: AdminPublicBoard): string => name || "A board without a name";
