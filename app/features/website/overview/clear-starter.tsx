import { useCallback } from "react";
import { callApi } from "#app/live/api.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { useFresh } from "#app/parts/tool-frame/use-fresh.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { StarterDocument } from "#lib/first-steps.ts";

type Props = { onClose: () => void; onCleared: () => void };

const kinds: Record<string, string> = {
  projects: "Project",
  certificates: "Certificate",
  problems: "Problem",
  site: "Part of the site",
  drafts: "Draft",
  schedules: "To be published later",
};

/** Asks, with a list of what goes: the invented person does not come back. */
export function ClearStarter({ onClose, onCleared }: Props) {
  const read = useCallback(
    (signal: AbortSignal) =>
      callApi<{ documents: StarterDocument[] }>("GET", "/api/starter-content", undefined, {
        signal,
      }),
    [],
  );
  const { value, problem } = useFresh(read, problemText);
  const documents = value?.documents ?? [];
  return (
    <ConfirmDialog
      title="Remove the starter content?"
      text={
        <p>
          {problem ??
            (value === undefined
              ? "Loading..."
              : "This goes for good. What you wrote yourself stays, also in parts of the site that are named here.")}
        </p>
      }
      confirm={value === undefined ? "Remove" : `Remove ${countOf(documents.length)}`}
      onConfirm={async () => {
        const { removed } = await callApi<{ removed: number }>(
          "POST",
          "/api/starter-content/clear",
          {},
        );
        tell(`${countOf(removed)} cleared: the site is yours.`);
        onCleared();
      }}
      onClose={onClose}
    >
      {/* Longer than the window, and nothing in it takes the focus: arrows scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <ul className="website-names" tabIndex={0} aria-label="What is removed">
        {documents.map(({ path, title }) => (
          <li key={path}>
            {kinds[path.split("/", 1)[0] ?? ""] ?? "Document"}: {title}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function countOf(documents: number): string {
  return documents === 1 ? "1 document" : `${documents} documents`;
}
