import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { addPasskey, deletePasskey, renamePasskey, whyNoPasskeys } from "#app/live/passkeys.ts";
import type { OwnPasskey } from "#app/live/passkeys.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { offerUndo, tell } from "#app/parts/tool-frame/toasts.ts";
import { deviceName } from "#app/ui/device-name.ts";
import { focusAtFirst, textIn } from "./form-text.ts";
import { Part, Row } from "./part.tsx";
import { problemText } from "#app/session/problem-text.ts";
import { otherWays } from "./security-facts.ts";
import type { SecurityFacts } from "./security-facts.ts";
import { useAct } from "./use-act.ts";
import { dayOf, whenOf } from "#app/parts/tool-frame/when.ts";
import { withRecentSignIn } from "#app/session/with-recent-sign-in.ts";

type Props = { facts: SecurityFacts; refresh: () => Promise<void> };

export function PasskeysPart({ facts, refresh }: Props) {
  const { passkeys, passkeyHindrance } = facts;
  const [renaming, setRenaming] = useState<string>();
  const [renamed, setRenamed] = useState<string>();
  const [deleting, setDeleting] = useState<OwnPasskey>();
  const act = useAct();
  const hindrance =
    whyNoPasskeys() ?? (passkeyHindrance === null ? undefined : hindrances[passkeyHindrance]);

  async function add(): Promise<void> {
    await act.run(async () => {
      const { name } = await withRecentSignIn(() =>
        addPasskey(deviceName(navigator.userAgent, "Passkey")),
      );
      tell(`Passkey added: ${name}.`);
      await refresh();
    });
  }

  async function rename({ id, name: before }: OwnPasskey, name: string): Promise<void> {
    setRenaming(undefined);
    if (name === "" || name === before) return;
    const done = await act.run(() => renamePasskey(id, name));
    await refresh();
    if (!done) return;
    offerUndo({
      text: `Renamed to ${name}.`,
      undo: async () => {
        await renamePasskey(id, before);
        await refresh();
      },
    });
  }

  async function remove({ id, name }: OwnPasskey): Promise<void> {
    try {
      await withRecentSignIn(() => deletePasskey(id));
    } catch (error) {
      const text = problemText(error);
      if (text === undefined) return;
      throw new Error(text, { cause: error });
    } finally {
      await refresh();
    }
    tell(`${name} no longer signs you in.`);
  }

  const isLastWay = otherWays(facts) === 0;
  return (
    <Part
      title="Passkeys"
      isOpen={renaming !== undefined}
      state={
        hindrance ??
        (passkeys.length === 0
          ? "None yet. A passkey signs you in by your finger, face or PIN; nobody can steal or guess it."
          : "They sign you in by your finger, face or PIN.")
      }
      problem={act.problem}
      action={
        hindrance === undefined ? (
          <Button variant="default" loading={act.busy} onClick={() => void add()}>
            Add a passkey
          </Button>
        ) : undefined
      }
    >
      {passkeys.length === 0 ? null : (
        <ul className="security-rows">
          {passkeys.map((passkey) =>
            renaming === passkey.id ? (
              <li key={passkey.id} className="security-row">
                <RenameForm
                  name={passkey.name}
                  onName={(name) => void rename(passkey, name)}
                  onClose={() => setRenaming(undefined)}
                />
              </li>
            ) : (
              <Row key={passkey.id} title={passkey.name} facts={factsOf(passkey)}>
                <Button
                  variant="subtle"
                  aria-label={`Rename ${passkey.name}`}
                  data-focus-back={renamed === passkey.id || undefined}
                  onClick={() => {
                    act.setProblem(undefined);
                    setRenaming(passkey.id);
                    setRenamed(passkey.id);
                  }}
                >
                  Rename
                </Button>
                {isLastWay ? null : (
                  <Button
                    variant="subtle"
                    aria-label={`Remove ${passkey.name}`}
                    onClick={() => {
                      act.setProblem(undefined);
                      setDeleting(passkey);
                    }}
                  >
                    Remove
                  </Button>
                )}
              </Row>
            ),
          )}
        </ul>
      )}
      {isLastWay && passkeys.length === 1 ? (
        <p className="security-note">
          This is the only way into your account, so it stays. Set a password or add another passkey
          to be able to remove it.
        </p>
      ) : null}
      {deleting === undefined ? null : (
        <ConfirmDialog
          title={`Remove ${deleting.name}?`}
          text="It no longer signs you in. To use this device again you would add a new passkey."
          confirm="Remove"
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Part>
  );
}

const hindrances = {
  impossible:
    "This site's address has no https or no host name, so browsers make no passkeys for it.",
  "unproved-address": "Confirm your e-mail address first; then you can add a passkey.",
};

function factsOf({ createdAt, lastUsedAt, backedUp }: OwnPasskey): string {
  const used = lastUsedAt === null ? "not used yet" : `last used ${whenOf(lastUsedAt)}`;
  const where = backedUp ? "kept in your password manager" : "on one device only";
  return `Added ${dayOf(createdAt)}, ${used}, ${where}`;
}

function RenameForm({
  name,
  onName,
  onClose,
}: {
  name: string;
  onName: (name: string) => void;
  onClose: () => void;
}) {
  return (
    <form
      className="security-rename"
      onSubmit={(event) => {
        event.preventDefault();
        onName(textIn(event.currentTarget, "name").trim());
      }}
    >
      <TextInput
        ref={focusAtFirst}
        name="name"
        label="Name"
        defaultValue={name}
        maxLength={80}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onClose();
        }}
      />
      <div className="security-buttons">
        <Button type="submit">Rename</Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
