/** What somebody shares by link: made on the server, whole without scripts. */
import { useState } from "react";
import { formatBytes } from "#app/ui/format-bytes.ts";
import { type SharedPage, type SharedRow, sharePath } from "#lib/drive/share-link.ts";
import styles from "../../styles/shared-link.css?url";

type Open = Extract<SharedPage, { kind: "file" | "folder" }>;

export default function LinkBody({ page }: { page: SharedPage }) {
  return (
    <article className="shared-link">
      <link rel="stylesheet" href={styles} precedence="page" />
      {page.kind === "locked" ? <Locked page={page} /> : null}
      {page.kind === "file" ? <SharedFile page={page} /> : null}
      {page.kind === "folder" ? <SharedFolder page={page} /> : null}
      {page.kind === "gone" || page.kind === "failed" ? <Gone /> : null}
    </article>
  );
}

function Gone() {
  return (
    <>
      <h1>This link leads to nothing</h1>
      <p className="lead after-title">
        It has ended, was taken back, or was not copied to its end. Ask whoever sent it for another
        one.
      </p>
    </>
  );
}

const problems = {
  "": "",
  wrong: "This is not the password.",
  often: "Too many passwords were tried. Wait a minute, then try again.",
};

function Locked({ page }: { page: Extract<SharedPage, { kind: "locked" }> }) {
  const [isSent, setSent] = useState(false);
  const problem = problems[page.problem];
  function send(event: { preventDefault: () => void }) {
    // Pressed twice it would be tried twice.
    if (isSent) event.preventDefault();
    setSent(true);
  }
  return (
    <>
      <h1>Shared with a password</h1>
      <p className="lead after-title">Whoever sent you this link knows it.</p>
      <form method="post" action={`${sharePath(page.token)}/open`} onSubmit={send}>
        <label htmlFor="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autoComplete="off"
          required
          maxLength={200}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "password-problem" : undefined}
        />
        {problem ? (
          <p id="password-problem" className="fault" role="alert">
            {problem}
          </p>
        ) : null}
        <button type="submit">Open</button>
      </form>
    </>
  );
}

function SharedFile({ page }: { page: Extract<SharedPage, { kind: "file" }> }) {
  const { token, id, name, size, on, left } = page;
  return (
    <>
      <h1 dir="auto">{name}</h1>
      <p className="quiet after-title">
        {formatBytes(size)} · {on}
        <Shared page={page} />
      </p>
      <Download href={`${sharePath(token)}/file/${id}`} left={left}>
        Download
      </Download>
    </>
  );
}

function SharedFolder({ page }: { page: Extract<SharedPage, { kind: "folder" }> }) {
  const { token, id, name, path, rows, isCut, left } = page;
  const above = path.slice(0, -1);
  return (
    <>
      {above.length > 0 ? (
        <nav aria-label="Folders above" className="shared-path">
          {above.map((folder, at) => (
            <a key={folder.id} href={at === 0 ? sharePath(token) : folderAt(token, folder.id)}>
              <bdi>{folder.name}</bdi>
            </a>
          ))}
        </nav>
      ) : null}
      <h1 dir="auto">{name}</h1>
      <p className="quiet after-title">
        {countWords(rows)}
        <Shared page={page} />
      </p>
      {rows.length > 0 ? (
        <Download href={`${sharePath(token)}/zip/${id}`} left={left}>
          Download all as ZIP
        </Download>
      ) : (
        <p className="after-title">Nothing is in this folder yet.</p>
      )}
      {rows.length > 0 ? (
        <ul className="shared-rows">
          {rows.map((row) => (
            <Row key={row.id} row={row} token={token} left={left} />
          ))}
        </ul>
      ) : null}
      {isCut ? (
        <p className="quiet">There is more than can be listed here: all of it is in the ZIP.</p>
      ) : null}
    </>
  );
}

function Row({ row, token, left }: { row: SharedRow; token: string; left: number | null }) {
  const { id, name, kind, size, on } = row;
  const href = kind === "folder" ? folderAt(token, id) : `${sharePath(token)}/file/${id}`;
  const isClosed = kind === "file" && left === 0;
  return (
    <li data-kind={kind}>
      {isClosed ? (
        <bdi>{name}</bdi>
      ) : (
        <a href={href} rel="nofollow">
          <bdi>{name}</bdi>
        </a>
      )}
      <span className="quiet">
        {kind === "folder" ? "Folder" : formatBytes(size)} · {on}
      </span>
    </li>
  );
}

function Shared({ page: { by, until, left } }: { page: Open }) {
  return (
    <>
      {by ? (
        <>
          {" · "}shared by <bdi>{by}</bdi>
        </>
      ) : null}
      {until ? ` · until ${until}` : ""}
      {left !== null && left > 0
        ? ` · ${left === 1 ? "1 download" : `${left.toLocaleString("en")} downloads`} left`
        : ""}
    </>
  );
}

function Download({
  href,
  left,
  children,
}: {
  href: string;
  left: number | null;
  children: string;
}) {
  if (left === 0) {
    return (
      <p className="after-title">
        It was downloaded as often as it may be. Ask whoever sent this link.
      </p>
    );
  }
  return (
    <p className="after-title">
      <a className="shared-download" href={href} rel="nofollow">
        {children}
      </a>
    </p>
  );
}

function folderAt(token: string, folder: string): string {
  return `${sharePath(token)}?folder=${folder}`;
}

function countWords(rows: readonly SharedRow[]): string {
  const folders = rows.filter(({ kind }) => kind === "folder").length;
  const files = rows.length - folders;
  const words = [
    folders === 0 ? "" : folders === 1 ? "1 folder" : `${folders.toLocaleString("en")} folders`,
    files === 0 ? "" : files === 1 ? "1 file" : `${files.toLocaleString("en")} files`,
  ].filter(Boolean);
  return words.join(", ") || "Empty";
}
