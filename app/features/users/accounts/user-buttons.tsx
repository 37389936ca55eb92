import { Button } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useSession } from "#app/session/session.ts";
import type { UserDetails } from "#lib/user-admin.ts";
import { problemText } from "#app/session/problem-text.ts";
import { callAdmin } from "../call-admin.ts";
import { nameOf } from "./act-words.ts";
import { DisableDialog } from "./disable-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";
import type { UserActs } from "./use-user-acts.ts";

type Props = { user: UserDetails; acts: UserActs; onChanged: () => void };

export function UserButtons({ user, acts, onChanged }: Props) {
  const { row, account } = user;
  const { uid } = row;
  const isSelf = useSession().user?.uid === uid;
  const [dialog, setDialog] = useState<"disable" | "factor">();
  const [link, setLink] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const close = () => setDialog(undefined);

  async function call(
    path: `/api/${string}`,
    done: (answer: { link?: string }) => void,
  ): Promise<void> {
    setBusy(true);
    try {
      done(await callAdmin("POST", path, { uid }));
      onChanged();
    } catch (error) {
      tellProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="user-buttons">
      <RoleChoice
        role={row.role}
        isDisabled={row.disabled}
        onChoose={(role) => void acts.run([row], { do: "role", role })}
      />
      <div className="button-row">
        {row.disabled ? (
          <Button variant="default" onClick={() => void acts.run([row], { do: "enable" })}>
            Enable
          </Button>
        ) : (
          <Button variant="default" disabled={isSelf} onClick={() => setDialog("disable")}>
            Disable…
          </Button>
        )}
        <Button
          variant="default"
          disabled={account.email === null}
          loading={isBusy}
          onClick={() => void call("/api/users/reset-link", (made) => setLink(made.link))}
        >
          Password-reset link
        </Button>
        <Button
          variant="default"
          onClick={() =>
            void call("/api/users/end-sessions", () => tell(`${nameOf(row)} is signed out`))
          }
        >
          Sign out everywhere
        </Button>
        {account.hasSecondFactor ? (
          <Button variant="default" onClick={() => setDialog("factor")}>
            Remove two-step sign-in…
          </Button>
        ) : null}
        {row.deletionAt === null ? (
          <Button
            variant="default"
            color="red"
            disabled={isSelf}
            onClick={() => void acts.run([row], { do: "delete" })}
          >
            Delete
          </Button>
        ) : (
          <Button variant="default" onClick={() => void acts.run([row], { do: "restore" })}>
            Keep the account
          </Button>
        )}
      </div>
      {isSelf ? (
        <p className="faint">This is you. Your own account is deleted in Settings.</p>
      ) : null}
      {dialog === "disable" ? (
        <DisableDialog
          count={1}
          onDisable={(reason) => void acts.run([row], { do: "disable", reason })}
          onClose={close}
        />
      ) : null}
      {dialog === "factor" ? (
        <ConfirmDialog
          title="Remove two-step sign-in?"
          text="The account can then be entered with the password alone, until its owner sets it up again. Be sure that it is the owner who asks."
          confirm="Remove"
          onConfirm={async () => {
            try {
              await callAdmin("POST", "/api/users/remove-second-factor", { uid });
            } catch (error) {
              const text = problemText(error);
              // Who left the question is back where they were.
              if (text === undefined) return;
              throw new Error(text, { cause: error });
            }
            onChanged();
          }}
          onClose={close}
        />
      ) : null}
      {link === undefined ? null : (
        <LinkDialog
          title="Password-reset link"
          text={
            <>
              Whoever opens it sets a new password for <bdi>{nameOf(row)}</bdi>, once, within an
              hour.{" "}
              {account.emailVerified
                ? ""
                : "Nobody has proved that the address is theirs: hand it to somebody you know. "}
              It is shown this once.
            </>
          }
          link={link}
          onClose={() => setLink(undefined)}
        />
      )}
    </div>
  );
}
