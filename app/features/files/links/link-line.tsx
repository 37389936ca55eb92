import { Button } from "@mantine/core";
import { type ReactNode, useId, useRef, useState } from "react";
import { changeShareLink } from "#app/live/drive/links-api.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import type { ShareLink } from "#lib/drive/share-link.ts";
import { LinkForm } from "./link-form.tsx";
import { LinkLog } from "./link-log.tsx";
import { closedWords, linkFacts } from "./words.ts";

type Props = {
  uid: string;
  link: ShareLink;
  /** Above it: what it shares. */
  head?: ReactNode;
  /** It has just been made. */
  takesFocus?: boolean;
  now: number;
  onChanged: () => void;
  onRevoke: () => void;
};

export function LinkLine({ uid, link, head, takesFocus = false, now, onChanged, onRevoke }: Props) {
  const { token, path } = link;
  const [open, setOpen] = useState<"edit" | "log">();
  const field = useRef<HTMLInputElement>(null);
  const part = useId();
  const address = location.origin + path;
  const closed = closedWords(link, now);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      tell("The link is copied.");
    } catch {
      // Where the browser does not let it, it is marked to be copied by hand.
      field.current?.select();
    }
  }

  const toggle = (which: "edit" | "log", name: string) => (
    <Button
      variant="subtle"
      size="compact-md"
      aria-expanded={open === which}
      aria-controls={part}
      onClick={() => setOpen(open === which ? undefined : which)}
    >
      {name}
    </Button>
  );

  return (
    <article className="drive-link">
      {head}
      <div className="drive-link-address">
        <input
          ref={field}
          readOnly
          value={address}
          aria-label="Link"
          // What was pressed to make it is for the next one.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={takesFocus}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p className="faint">
        {closed ? <strong>{closed}. </strong> : null}
        {linkFacts(link)}
      </p>
      <div className="record-acts">
        {toggle("edit", "Change")}
        {toggle("log", "Visits")}
        <Button variant="subtle" size="compact-md" onClick={onRevoke}>
          Revoke…
        </Button>
      </div>
      <div id={part}>
        {open === "edit" ? (
          <LinkForm
            link={link}
            confirm="Save"
            onCancel={() => setOpen(undefined)}
            onSave={async (choices) => {
              await changeShareLink(token, choices);
              tell("The link is changed.");
              setOpen(undefined);
              onChanged();
            }}
          />
        ) : null}
        {open === "log" ? <LinkLog uid={uid} token={token} /> : null}
      </div>
    </article>
  );
}
