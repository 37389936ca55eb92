/** The address under which other calendars show the tasks: made, copied, changed, revoked. docs/todo.md */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { callApi } from "#app/live/api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { Modal } from "#app/ui/modal.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/todo-views.css";

/** As `/api/todos/feed` says it. */
type Feed = { createdAt: string; lastReadAt: string | null };

const dayOf = (iso: string) => new Date(iso).toLocaleDateString("en-GB", { dateStyle: "medium" });

export function FeedDialog({ onClose }: { onClose: () => void }) {
  const label = useId();
  const [feed, setFeed] = useState<Feed | null>();
  const [address, setAddress] = useState<string>();
  const [asked, setAsked] = useState<"new" | "revoke">();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const run = useCallback(async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
      setAsked(undefined);
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }, []);
  const look = useCallback(async () => {
    const { feed: there } = await callApi<{ feed: Feed | null }>("GET", "/api/todos/feed");
    setFeed(there);
  }, []);
  useEffect(() => {
    const begin = async () => run(look);
    void begin();
  }, [run, look]);

  const make = () =>
    run(async () => {
      const { path } = await callApi<{ path: string }>("POST", "/api/todos/feed/make");
      setAddress(new URL(path, location.origin).href);
      await look();
    });
  const revoke = () =>
    run(async () => {
      await callApi("POST", "/api/todos/feed/revoke");
      setAddress(undefined);
      setFeed(null);
    });

  return (
    <Modal label={label} className="modal record-dialog" onClose={onClose}>
      <h2 id={label}>Tasks in your calendar</h2>
      <p>
        Google, Apple, Outlook and others can show your open tasks with a day: subscribe to an
        address that only you know. Whoever has it can read these tasks, and change nothing.
      </p>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={() => void run(look)} />}
      {address === undefined ? null : <Address address={address} />}
      {feed && address === undefined ? (
        <p>
          There is an address since {dayOf(feed.createdAt)};{" "}
          {feed.lastReadAt === null
            ? "no calendar has read it yet."
            : `it was last read on ${dayOf(feed.lastReadAt)}.`}{" "}
          It cannot be shown again.
        </p>
      ) : null}
      {asked === undefined ? null : (
        <div role="alert">
          <p>
            {asked === "new"
              ? "A new address voids the old one: calendars that use it show nothing more until you give them the new one."
              : "Calendars that use the address show nothing more. Your tasks stay."}
          </p>
          <div className="record-acts">
            <Button
              color="red"
              loading={isBusy}
              onClick={() => void (asked === "new" ? make() : revoke())}
            >
              {asked === "new" ? "Make a new address" : "Revoke the address"}
            </Button>
            <Button variant="default" onClick={() => setAsked(undefined)}>
              Keep it
            </Button>
          </div>
        </div>
      )}
      <div className="confirm-buttons">
        {feed === null ? (
          <Button loading={isBusy} onClick={() => void make()}>
            Make an address
          </Button>
        ) : null}
        {feed && asked === undefined ? (
          <>
            <Button variant="default" onClick={() => setAsked("new")}>
              New address…
            </Button>
            <Button variant="default" onClick={() => setAsked("revoke")}>
              Revoke…
            </Button>
          </>
        ) : null}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}

function Address({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      tell("The address is copied.");
    } catch {
      field.current?.select();
    }
  };
  return (
    <>
      <label className="record-field">
        <span>Address, shown only now</span>
        <input
          ref={field}
          className="feed-address"
          readOnly
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </label>
      <div className="record-acts">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button component="a" variant="default" href={address.replace(/^https?:/, "webcal:")}>
          Open in a calendar
        </Button>
      </div>
    </>
  );
}
