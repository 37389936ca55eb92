/** All that an admin can see of one account, and what can be done to it. */
import { useCallback, useEffect } from "react";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { formatBytes } from "#app/ui/format-bytes.ts";
import type { UserDetails } from "#lib/user-admin.ts";
import { queryText } from "../call-admin.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { useAnswer } from "../use-answer.ts";
import { When } from "../when.tsx";
import { nameOf } from "./act-words.ts";
import { AuditList } from "./audit-list.tsx";
import { Part } from "./part.tsx";
import { QuotaButton } from "./quota-button.tsx";
import { SessionList } from "./session-list.tsx";
import { TokenPart } from "./token-part.tsx";
import { UserButtons } from "./user-buttons.tsx";
import { States } from "./user-table.tsx";
import type { UserActs } from "./use-user-acts.ts";

type Props = { uid: string; acts: UserActs; changes: number };

export function UserPanel({ uid, acts, changes }: Props) {
  const { value, problem, refresh } = useAnswer<UserDetails>(
    `/api/users/one?${queryText({ uid })}`,
  );
  useEffect(() => {
    if (changes > 0) refresh();
  }, [changes, refresh]);
  const changed = useCallback(() => refresh(), [refresh]);
  if (value === undefined) {
    return problem === undefined ? (
      <SkeletonForm />
    ) : (
      <ProblemNote text={problem} onRetry={refresh} />
    );
  }
  const user = { ...value, row: { ...value.row, ...acts.over.get(uid) } };
  return (
    <div className="user-panel">
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={refresh} />}
      <Head user={user} />
      <UserButtons user={user} acts={acts} onChanged={changed} />
      <Facts user={user} />
      <TokenPart user={user} acts={acts} />
      <Part title="Files">
        <p>
          {user.storage.objects} {user.storage.objects === 1 ? "file" : "files"},{" "}
          {formatBytes(user.storage.usedBytes)} of{" "}
          {user.storage.limitBytes === null
            ? "what the site has"
            : formatBytes(user.storage.limitBytes)}
          {user.storage.isOwnLimit ? " (set for this account)" : ""}
        </p>
        <QuotaButton user={user} onChanged={changed} />
      </Part>
      <Part title="Signed in">
        <SessionList user={user} onChanged={changed} />
      </Part>
      <SignIns signIns={user.signIns} />
      <details>
        <summary>What admins did</summary>
        <AuditList entries={user.audit} />
      </details>
      <p className="faint">
        Admins see no more than this: journals, todo lists, files, paintings and chats are private.
      </p>
    </div>
  );
}

function Head({ user: { row } }: { user: UserDetails }) {
  return (
    <div className="user-head">
      <p className="user-name">
        <bdi>{nameOf(row)}</bdi>
      </p>
      {row.email === "" ? null : (
        <p>
          <bdi>{row.email}</bdi>
        </p>
      )}
      <States row={row} />
      {row.disabled && row.disabledReason !== null ? (
        <p className="user-note">
          Disabled: <bdi>{row.disabledReason}</bdi>
        </p>
      ) : null}
      {row.deletionAt === null ? null : (
        <p className="user-note">
          Will be deleted for good on <When at={row.deletionAt} />.
        </p>
      )}
    </div>
  );
}

const providerNames: Record<string, string> = {
  password: "Password or e-mail link",
  "google.com": "Google",
  "github.com": "GitHub",
};

function Facts({ user: { row, account, record } }: { user: UserDetails }) {
  const ways = account.providers.map(({ providerId }) => providerNames[providerId] ?? providerId);
  return (
    <dl className="facts">
      <dt>Joined</dt>
      <dd>
        <When at={account.createdAt} withTime />
      </dd>
      <dt>Last signed in</dt>
      <dd>
        <When at={account.lastLoginAt} withTime />
      </dd>
      <dt>Last seen</dt>
      <dd>
        <When at={row.lastSeenAt} withTime />
      </dd>
      <dt>Ways in</dt>
      <dd>{ways.length === 0 ? "None yet" : ways.join(", ")}</dd>
      <dt>Two-step sign-in</dt>
      <dd>{account.hasSecondFactor ? "On" : "Off"}</dd>
      {record === null ? (
        <>
          <dt>Record</dt>
          <dd>None before the first sign-in</dd>
        </>
      ) : null}
      <dt>Uid</dt>
      <dd>
        <code>{row.uid}</code>
      </dd>
    </dl>
  );
}

function SignIns({ signIns }: { signIns: UserDetails["signIns"] }) {
  if (signIns === null) return null;
  return (
    <details>
      <summary>What happened to the account</summary>
      {signIns.length === 0 ? <p className="faint">Nothing yet.</p> : null}
      <ul className="plain-list">
        {signIns.map(({ id, at, kind, network }) => (
          <li key={id}>
            <span>{kind.replaceAll("-", " ")}</span>
            <span className="faint">
              {network === null ? "" : `${network}, `}
              <When at={at} withTime />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
