import { Button } from "@mantine/core";
import { useRef } from "react";
import { maxPictureBytes, removeAvatar, saveAvatar } from "#app/live/own-account.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { changeSession, currentSession } from "#app/session/session.ts";
import type { SessionUser } from "#app/session/session.ts";
import { Part } from "./security/part.tsx";
import { useAct } from "./security/use-act.ts";

const types = "image/jpeg,image/png,image/webp,image/avif";

/** The site keeps only the pixels of what is sent, and no more of them than it shows. */
export function AvatarPart({ user, avatar }: { user: SessionUser; avatar: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const act = useAct();
  const shown = avatar ?? user.photoUrl;

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    if (file.size > maxPictureBytes) {
      act.setProblem("This file has more than 10 MB. Choose a smaller picture.");
      return;
    }
    const isDone = await act.run(async () => showInMenu(await saveAvatar(file)));
    if (isDone) tell("Picture changed.");
  }

  async function remove(): Promise<void> {
    const isDone = await act.run(async () => {
      await removeAvatar();
      showInMenu(undefined);
    });
    if (isDone) tell("Picture removed.");
  }

  return (
    <Part
      title="Picture"
      state="A JPEG, PNG or WebP file of at most 10 MB. Where and when it was taken is left out."
      problem={act.problem}
    >
      <div className="settings-avatar">
        {shown === undefined ? (
          <span className="settings-face" aria-hidden="true">
            {Array.from(user.name)[0]?.toUpperCase()}
          </span>
        ) : (
          <img className="settings-face" src={shown} alt="You, as others see you" />
        )}
        <input
          ref={input}
          type="file"
          accept={types}
          hidden
          aria-label="Picture"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            // The same file can be chosen again.
            event.currentTarget.value = "";
            void choose(file);
          }}
        />
        <Button variant="default" loading={act.busy} onClick={() => input.current?.click()}>
          {shown === undefined ? "Choose a picture" : "Change picture"}
        </Button>
        {shown === undefined ? null : (
          <Button variant="subtle" disabled={act.busy} onClick={() => void remove()}>
            Remove picture
          </Button>
        )}
      </div>
    </Part>
  );
}

function showInMenu(photoUrl: string | undefined): void {
  const { user } = currentSession();
  if (user) changeSession({ user: { ...user, photoUrl } });
}
