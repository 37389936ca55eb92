import { Button } from "@mantine/core";
import { readVisible } from "#app/live/own-account.ts";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import type { UserDetails } from "#lib/user-admin.ts";
import { Part } from "./security/part.tsx";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import { VisibleValue, wordsOf } from "./visible-value.tsx";
import { unnamedParts, visibleParts } from "./visible-words.ts";

export function PrivacySection() {
  return (
    <>
      <p className="settings-lead">
        Admins mind accounts, not what is in them: no page shows them your journal, lists,
        paintings, files or chats with the AI.
      </p>
      <VisiblePart />
      <PowersPart />
      <HttpsPart />
    </>
  );
}

function VisiblePart() {
  const { value, problem, refresh } = useFresh(readVisible, problemText);
  return (
    <Part
      title="What an admin can see of you"
      state="All of it, as it is now, by the same reading that admins get."
    >
      {value === undefined && problem === undefined ? <SkeletonForm fields={4} /> : null}
      {problem === undefined ? null : (
        <p role="alert" className="settings-note">
          {problem}{" "}
          <Button variant="default" size="compact-sm" onClick={() => void refresh()}>
            Try again
          </Button>
        </p>
      )}
      {value === undefined ? null : <VisibleParts details={value} />}
      <p className="settings-note">
        The exact values are in the file of Your data. Who has the machine that this site runs on
        can read all that is stored there. That is its owner.
      </p>
    </Part>
  );
}

function VisibleParts({ details }: { details: UserDetails }) {
  return (
    <>
      {visibleParts(details).map(({ id, title, facts, list, none }, index) => (
        <details key={id} className="settings-visible" open={index === 0}>
          <summary>{title}</summary>
          {facts === undefined ? null : (
            <dl className="settings-facts">
              {facts.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {list?.length === 0 ? <p className="settings-note">{none}</p> : null}
          {list === undefined || list.length === 0 ? null : (
            <ul className="settings-entries">
              {list.map((entry) => (
                <li key={entry.id}>
                  <bdi>{entry.text}</bdi>
                  <span className="settings-faint">{entry.faint}</span>
                </li>
              ))}
            </ul>
          )}
        </details>
      ))}
      {unnamedParts(details).map(([name, value]) => (
        <details key={name} className="settings-visible">
          <summary>{wordsOf(name)}</summary>
          <VisibleValue value={value} />
        </details>
      ))}
    </>
  );
}

/** Between them they can sign in as somebody, so it has to be said here; each stands in the list above. */
function PowersPart() {
  return (
    <Part
      title="What an admin can do"
      state="Each of these is kept in the list above, with the name of who did it."
    >
      <ul className="settings-list">
        <li>Change your role, AI tokens and the space of your files.</li>
        <li>Sign you out, disable your account, or set it for deletion.</li>
        <li>
          Remove your two-step sign-in, and make a link that sets a new password. They are for
          somebody who is locked out; an admin who used the link would be signed in as you, and you
          would be signed out.
        </li>
      </ul>
    </Part>
  );
}

function HttpsPart() {
  const isSafe = globalThis.isSecureContext;
  return (
    <Part
      title="What needs a secure address"
      state={
        isSafe
          ? "This page has one, so all of it works here."
          : "This page has none: its address begins with http. What is marked with no does not work here. Ask the owner of this site for https."
      }
    >
      <ul className="settings-list">
        <li>Passkeys: {says("PublicKeyCredential" in globalThis)}</li>
        <li>Encryption in the browser: {says("crypto" in globalThis && "subtle" in crypto)}</li>
        <li>Reading offline: {says("serviceWorker" in navigator)}</li>
      </ul>
    </Part>
  );
}

const says = (works: boolean) => (works ? "yes" : "no");
