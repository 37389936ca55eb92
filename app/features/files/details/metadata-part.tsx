/** What Storage keeps of the file besides its bytes, asked for when somebody wants to see it. */
import { useCallback, useState } from "react";
import { type StoredMetadata, storedMetadata } from "#app/live/files.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { objectNameOf } from "#lib/drive/node.ts";
import { Facts } from "./facts.tsx";
import { useAsked } from "./use-asked.ts";

/** In the order of the specification. */
const names = [
  "bucket",
  "generation",
  "metageneration",
  "fullPath",
  "name",
  "size",
  "timeCreated",
  "updated",
  "md5Hash",
  "cacheControl",
  "contentDisposition",
  "contentEncoding",
  "contentLanguage",
  "contentType",
] as const satisfies readonly (keyof StoredMetadata)[];

export function MetadataPart({ owner, object }: { owner: string; object: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="drive-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Stored metadata</summary>
      {isOpen ? <Metadata name={objectNameOf(owner, object)} /> : null}
    </details>
  );
}

function Metadata({ name }: { name: string }) {
  const ask = useCallback((signal: AbortSignal) => storedMetadata(name, signal), [name]);
  const { value, problem, retry } = useAsked(ask);
  if (problem !== undefined) return <ProblemNote text={problem} onRetry={retry} />;
  if (value === undefined) return <p className="faint">Loading…</p>;
  const custom = Object.entries(value.customMetadata ?? {});
  return (
    <>
      <Facts
        facts={names.map((each) => ({
          label: each,
          value: value[each] === undefined || value[each] === "" ? "–" : String(value[each]),
          isCode: true,
        }))}
      />
      <h4>customMetadata</h4>
      {custom.length === 0 ? (
        <p className="faint">None.</p>
      ) : (
        <Facts facts={custom.map(([label, text]) => ({ label, value: text, isCode: true }))} />
      )}
    </>
  );
}
