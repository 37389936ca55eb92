import { Button } from "@mantine/core";
import { useState } from "react";
import {
  askForDeletion,
  askForExport,
  keepAccount,
  readOwnDeletion,
} from "#app/live/own-account.ts";
import type { OwnDeletion } from "#app/live/own-account.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { signOut } from "#app/session/account-actions.ts";
import { renewAccountState, useAccountState } from "#app/session/account-state.ts";
import { ownedData } from "#lib/owned-data.ts";
import { Part } from "./security/part.tsx";
import { problemText } from "#app/session/problem-text.ts";
import { useAct } from "./security/use-act.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { dayOf } from "#app/parts/tool-frame/when.ts";
import { LeftError, withRecentSignIn } from "#app/session/with-recent-sign-in.ts";
import { saveAddress } from "#app/ui/save-file.ts";

const exported = ownedData.filter(({ notExported }) => notExported === undefined);
const others = ownedData.filter(({ notExported }) => notExported !== undefined);

export function DataSection() {
  return (
    <>
      <p className="settings-lead">It is yours: take it with you, or have it erased.</p>
      <ExportPart />
      <DeletionPart />
    </>
  );
}

function ExportPart() {
  const act = useAct();

  async function start(): Promise<void> {
    const isDone = await act.run(async () => saveAddress(await withRecentSignIn(askForExport), ""));
    if (isDone) tell("Your browser is saving the file.");
  }

  return (
    <Part
      title="Export"
      state="One ZIP file with all that is stored of you, and a page that shows what is in it."
      problem={act.problem}
      action={
        <Button variant="default" loading={act.busy} onClick={() => void start()}>
          Export my data
        </Button>
      }
    >
      <details className="settings-visible">
        <summary>What is in it</summary>
        <ul className="settings-list">
          <li>Account and where it is signed in</li>
          {exported.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      </details>
      <details className="settings-visible">
        <summary>What is not</summary>
        <ul className="settings-list">
          {others.map(({ id, title, notExported }) => (
            <li key={id}>{`${title}. ${notExported}`}</li>
          ))}
        </ul>
      </details>
    </Part>
  );
}

function DeletionPart() {
  const { deletionAt } = useAccountState() ?? {};
  // What the banner above or another tab has changed shows here at once.
  return <Deletion key={deletionAt} />;
}

function Deletion() {
  const { value: deletion, problem, refresh } = useFresh(readOwnDeletion, problemText);
  if (deletion === undefined) {
    return (
      <Part title="Delete my account" problem={problem}>
        {problem === undefined ? <SkeletonForm fields={1} /> : null}
      </Part>
    );
  }
  return deletion === null ? <AskPart /> : <GoingPart deletion={deletion} refresh={refresh} />;
}

function AskPart() {
  const [isAsked, setAsked] = useState(false);

  async function remove(): Promise<void> {
    const asked = await askFor();
    // Every session ends: rather here and now than with a notice in a moment.
    await signOut({ isEnded: true });
    const { pathname, search } = new URL(asked.receiptUrl);
    location.assign(pathname + search);
  }

  return (
    <Part
      title="Delete my account"
      state="You have 14 days to change your mind: sign in and choose Keep my account. Then all of it is erased for good, and a receipt says what was."
      action={
        <Button color="red" variant="outline" onClick={() => setAsked(true)}>
          Delete my account
        </Button>
      }
    >
      <details className="settings-visible">
        <summary>What stays</summary>
        <ul className="settings-list">
          {ownedData.flatMap(({ id, stays }) =>
            stays === undefined ? [] : [<li key={id}>{stays}</li>],
          )}
          <li>
            A keyed hash of a confirmed e-mail, so that nobody gets their first tokens twice. The
            e-mail cannot be read from it.
          </li>
          <li>What admins did with the account, with its id but without your name.</li>
        </ul>
      </details>
      {isAsked ? (
        <ConfirmDialog
          title="Delete your account?"
          text="You are signed out everywhere now, and nobody can find you any more. In 14 days everything is erased."
          confirm="Delete my account"
          keep="Keep it"
          onConfirm={remove}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </Part>
  );
}

/** What goes wrong is said in the dialog, in words. */
async function askFor(): Promise<Pick<OwnDeletion, "dueAt" | "receiptUrl">> {
  try {
    return await withRecentSignIn(askForDeletion);
  } catch (error) {
    if (error instanceof LeftError) throw new Error("Nothing was deleted.", { cause: error });
    throw new Error(problemText(error) ?? "Nothing was deleted.", { cause: error });
  }
}

function GoingPart({ deletion, refresh }: { deletion: OwnDeletion; refresh: () => Promise<void> }) {
  const act = useAct();
  const { pathname, search } = new URL(deletion.receiptUrl);

  async function keep(): Promise<void> {
    const isKept = await act.run(async () => {
      await keepAccount();
      // Its tokens say that it goes, in every tab.
      await renewAccountState();
    });
    if (!isKept) return;
    tell("Your account stays.");
    await refresh();
  }

  return (
    <Part
      title="Delete my account"
      state={
        <>
          {deletion.isOwn
            ? `You asked for it: your account and all its data go on ${dayOf(deletion.dueAt)}. `
            : `An admin decided it: your account and all its data go on ${dayOf(deletion.dueAt)}. Ask the owner of this site. `}
          <a href={pathname + search}>Receipt</a>
        </>
      }
      problem={act.problem}
      action={
        deletion.isOwn ? (
          <Button loading={act.busy} onClick={() => void keep()}>
            Keep my account
          </Button>
        ) : undefined
      }
    />
  );
}
