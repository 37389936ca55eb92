import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { dayOf } from "#app/parts/tool-frame/when.ts";
import { Modal } from "#app/ui/modal.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import type { PartProps } from "./backups.tsx";
import { readKeyFile, tellKeySaved } from "./call-backups.ts";

/** Without the key a back-up on another machine is of no use: it is to lie elsewhere before it is needed. */
export function KeyPart({ shown, isBusy, run }: PartProps) {
  const [text, setText] = useState<string>();
  const [changes, setChanges] = useState(false);
  const { keys, isKeySaved } = shown;
  const others = keys.filter(({ isCurrent, usedBy }) => !isCurrent && usedBy > 0);
  const current = keys.find(({ isCurrent }) => isCurrent);

  const open = (what: "show" | "change") =>
    run(async () => setText(await readKeyFile(what))).then(() => undefined);

  return (
    <section
      className="backups-part"
      data-urgent={isKeySaved ? undefined : ""}
      aria-labelledby="backups-key"
    >
      <div className="backups-head">
        <h3 id="backups-key">Key</h3>
        <span className="backups-buttons">
          <Button
            variant={isKeySaved ? "default" : "filled"}
            loading={isBusy}
            onClick={() => void open("show")}
          >
            Show the key
          </Button>
          <Button variant="subtle" onClick={() => setChanges(true)}>
            Change it
          </Button>
        </span>
      </div>
      <p>
        {isKeySaved
          ? `You have kept the key ${current?.id ?? ""} of ${current === undefined ? "" : dayOf(current.createdAt)} elsewhere. `
          : "Keep the key where the back-ups are not: when this machine is lost, only the key opens a copy that lies elsewhere. "}
        The server has it, too, so that it can make back-ups and try them out by itself. Whoever has
        the data folder has the data anyway.
      </p>
      {others.map(({ id, createdAt, usedBy }) => (
        <p key={id} className="faint">
          {usedBy === 1 ? "One back-up needs" : `${usedBy} back-ups need`} the key {id} of{" "}
          {dayOf(createdAt)}.
        </p>
      ))}
      {text === undefined ? null : (
        <KeyDialog
          text={text}
          onSaved={async () => {
            if (await run(tellKeySaved)) setText(undefined);
          }}
          onClose={() => setText(undefined)}
        />
      )}
      {changes ? (
        <ConfirmDialog
          title="Change the key?"
          text="Back-ups from now on need the new one. What was made before is opened by the old one only, which stays in the list."
          confirm="Make a new key"
          onConfirm={() => open("change")}
          onClose={() => setChanges(false)}
        />
      ) : null}
    </section>
  );
}

function KeyDialog({
  text,
  onSaved,
  onClose,
}: {
  text: string;
  onSaved: () => Promise<void>;
  onClose: () => void;
}) {
  const id = useId();
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied.");
    } catch {
      // Without https, or where it is forbidden: it can be marked by hand.
      setSaid("This browser does not let the page copy. Mark the key and copy it by hand.");
    }
  }

  function save(): void {
    saveFile(`back-up-key-${location.hostname}.txt`, new Blob([text], { type: "text/plain" }));
    setSaid("Saved as a file. Keep it where the back-ups are not.");
  }

  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>Key of back-ups</h2>
      <p>Whoever has this can read every back-up made for it: keep it as you keep a password.</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its lines are scrolled by keys */}
      <pre className="backups-key" tabIndex={0} aria-label="The key">
        {text}
      </pre>
      <output className="faint">{said}</output>
      <div className="confirm-buttons">
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="default" onClick={save}>
          Save as a file
        </Button>
        <Button
          loading={isBusy}
          onClick={() => {
            setBusy(true);
            void onSaved().finally(() => setBusy(false));
          }}
        >
          I have saved it
        </Button>
      </div>
    </Modal>
  );
}
