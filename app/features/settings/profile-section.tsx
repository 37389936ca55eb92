import { Button, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { saveProfile } from "#app/live/own-account.ts";
import { offerUndo, tell } from "#app/parts/tool-frame/toasts.ts";
import type { SessionUser } from "#app/session/session.ts";
import { isVisible, usernameMaxLength } from "#lib/user-record.ts";
import { AvatarPart } from "./avatar-part.tsx";
import { Part } from "./security/part.tsx";
import { useAct } from "./security/use-act.ts";
import { useLiveValue } from "./use-live-value.ts";

export function ProfileSection({ user }: { user: SessionUser }) {
  const profile = useLiveValue(`profiles/${user.uid}`);
  return (
    <>
      <p className="settings-lead">What others see of you.</p>
      <NamePart user={user} />
      <AvatarPart user={user} avatar={avatarOf(profile.value)} />
      <FindablePart profile={profile} />
    </>
  );
}

function NamePart({ user }: { user: SessionUser }) {
  const [typed, setTyped] = useState<string>();
  const act = useAct();
  const name = typed ?? user.name;
  const isChanged = name.trim() !== user.name;

  async function save(): Promise<void> {
    if (!isVisible(name)) {
      act.setProblem("Type a name that can be seen.");
      return;
    }
    const before = user.name;
    const isDone = await act.run(async () => {
      await saveProfile({ name: name.trim() });
    });
    if (!isDone) return;
    setTyped(undefined);
    offerUndo({
      text: "Name changed.",
      undo: async () => void (await saveProfile({ name: before })),
    });
  }

  return (
    <Part title="Name">
      <form
        className="settings-line"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged) void save();
        }}
      >
        <TextInput
          aria-label="Name"
          autoComplete="nickname"
          maxLength={usernameMaxLength}
          value={name}
          error={act.problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            act.setProblem(undefined);
          }}
        />
        <Button type="submit" variant="default" loading={act.busy} disabled={!isChanged}>
          Save name
        </Button>
      </form>
    </Part>
  );
}

function FindablePart({ profile }: { profile: ReturnType<typeof useLiveValue> }) {
  const [wanted, setWanted] = useState<boolean>();
  const act = useAct();
  const stored = fieldsOf(profile.value)["findable"] === true;
  const isKnown = profile.value !== undefined && profile.value !== null;
  const isFindable = wanted ?? stored;

  async function change(next: boolean): Promise<void> {
    setWanted(next);
    const isDone = await act.run(async () => {
      await saveProfile({ findable: next });
    });
    if (isDone) tell(next ? "Others can find you." : "Only editors and admins can find you.");
    setWanted(undefined);
  }

  return (
    <Part title="Who can find me" problem={act.problem}>
      <Switch
        label="Everybody who is signed in can find me"
        description="By name and picture, to chat or to share something. Otherwise only editors and admins can, and people you share something with."
        checked={isFindable}
        disabled={!isKnown || act.busy}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {profile.failed ? (
        <p className="settings-note">
          Your profile cannot be read just now. Try again in a moment.
        </p>
      ) : null}
    </Part>
  );
}

function avatarOf(profile: unknown): string | undefined {
  const { avatar } = fieldsOf(profile);
  return typeof avatar === "string" ? avatar : undefined;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
