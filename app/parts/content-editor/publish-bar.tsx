/** Beside the title: the one thing to do next with what is open, and behind a menu all the others. */
import { Button, Menu } from "@mantine/core";
import { useRef } from "react";
import type { DocumentState } from "./document-state.ts";
import type { DocumentActs } from "./use-document-acts.ts";

type Props = {
  document: DocumentState;
  isChanged: boolean;
  isPublished: boolean;
  /** Nothing of it is stored yet. */
  isNew?: boolean;
  /** Where visitors see it. */
  path: string | undefined;
  acts: DocumentActs;
  /** It can be hidden, copied and deleted; a part of the site is just there. */
  isCollection?: boolean;
  onSchedule: () => void;
  onVersions: () => void;
};

export function PublishBar(props: Props) {
  const { document, isChanged, isPublished, path, acts, onSchedule, onVersions } = props;
  const { isCollection = true, isNew = false } = props;
  const { state, isHidden } = document;
  const { busy } = acts;
  const more = useRef<HTMLButtonElement>(null);
  const schedule = () => {
    // The item is gone when the dialog gives the focus back.
    more.current?.focus();
    onSchedule();
  };
  const isBusy = busy !== undefined;
  const canPublish = !isPublished || isChanged;
  return (
    <>
      {canPublish ? (
        <Button
          loading={busy === "publish"}
          disabled={isBusy && busy !== "publish"}
          onClick={() => void acts.publish()}
        >
          {isPublished ? "Publish changes" : "Publish"}
        </Button>
      ) : isHidden ? (
        <Button loading={busy === "show"} disabled={isBusy} onClick={() => void acts.show()}>
          Show to visitors
        </Button>
      ) : path === undefined ? null : (
        <Button variant="default" component="a" href={path} target="_blank" rel="noopener">
          View page<span className="unseen">, in a new tab</span>
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button ref={more} variant="default" disabled={isBusy || isNew}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {canPublish && path !== undefined && isPublished && !isHidden ? (
            <Menu.Item component="a" href={path} target="_blank" rel="noopener">
              View page as it is now
            </Menu.Item>
          ) : null}
          {state === "scheduled" ? (
            <Menu.Item onClick={() => void acts.unschedule()}>Do not publish by itself</Menu.Item>
          ) : canPublish ? (
            <Menu.Item onClick={schedule}>Publish later…</Menu.Item>
          ) : null}
          {isCollection && isPublished && !isHidden ? (
            <Menu.Item onClick={() => void acts.hide()}>Hide from visitors</Menu.Item>
          ) : null}
          {isPublished && isHidden && canPublish ? (
            <Menu.Item onClick={() => void acts.show()}>Show as it was</Menu.Item>
          ) : null}
          <Menu.Item onClick={onVersions}>Versions</Menu.Item>
          {isPublished && isChanged ? (
            // Back to what waits for its time, or away with all of it: nobody could tell which is meant.
            <Menu.Item disabled={state === "scheduled"} onClick={() => void acts.discard()}>
              {state === "scheduled"
                ? "Discard changes (cancel the publishing first)"
                : "Discard changes"}
            </Menu.Item>
          ) : null}
          {isCollection ? (
            <>
              <Menu.Item onClick={() => void acts.duplicate()}>Duplicate</Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" onClick={() => void acts.remove()}>
                Delete
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
