import { isFolder } from "./file-tree.ts";
import type { FileNode, Folder } from "./file-tree.ts";
import { Terminal } from "./terminal.tsx";
import styles from "../../styles/secret.css?url";

export default function Secret({ root }: { root: Folder }) {
  return (
    <>
      {/* React puts it in the head, so that the first paint has it. */}
      <link rel="stylesheet" href={styles} precedence="page" />
      <h1>Secret</h1>
      <p className="lead after-title">You found it: this site once more, as files.</p>
      <Terminal root={root} />
      <noscript>
        <div className="prose after-title">
          <FileList entries={root.entries} />
        </div>
      </noscript>
    </>
  );
}

/** What the terminal would show, where it cannot run. */
function FileList({ entries }: { entries: readonly FileNode[] }) {
  return (
    <ul>
      {entries.map((node) => (
        <li key={node.name}>
          {node.href === undefined ? node.name : <a href={node.href}>{node.name}</a>}
          {isFolder(node) ? (
            <FileList entries={node.entries} />
          ) : (
            <p className="quiet" style={{ whiteSpace: "pre-line" }}>
              {node.text}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
