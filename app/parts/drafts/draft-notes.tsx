/** Above the form of a draft: what an editor has to know before going on. Nothing, most of the time. */
import { Button, CloseButton } from "@mantine/core";
import type { DraftSave } from "#app/live/drafts/save-draft.ts";
import type { OutboxEntry } from "#app/live/outbox/outbox.ts";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { offerUndo, tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { valueText } from "#app/parts/versions/value-text.ts";
import type { DraftConflict } from "#lib/content/draft.ts";
import type { OpenDraft } from "./use-draft.ts";

type Props = {
  draft: OpenDraft;
  /** As the form names it: "Title". */
  labelOf: (field: string) => string;
};

const ConflictTexts = latePart(
  async () => (await import("./conflict-texts.tsx")).ConflictTexts,
  <p className="faint">Loading...</p>,
);

export function DraftNotes({ draft, labelOf }: Props) {
  const { others, conflicts, refused, notice } = draft;
  return (
    <div className="draft-notes">
      <output className="draft-others">{othersText(others.map(({ name }) => name))}</output>
      {/* There before it says anything, so that it is read out when it does. */}
      <output>
        {notice === null ? null : (
          <div className="draft-note">
            <p>{notice}</p>
            <CloseButton aria-label="Close this note" onClick={draft.closeNotice} />
          </div>
        )}
      </output>
      {refused.map((entry) => (
        <Refused key={entry.id} entry={entry} draft={draft} labelOf={labelOf} />
      ))}
      {conflicts.map((conflict, at) => (
        <Conflict
          // It stays the same one while its text goes on.
          key={`${at} ${conflict.by} ${conflict.field}`}
          conflict={conflict}
          draft={draft}
          label={labelOf(conflict.field)}
        />
      ))}
    </div>
  );
}

function Conflict({
  conflict,
  draft,
  label,
}: {
  conflict: DraftConflict;
  draft: OpenDraft;
  label: string;
}) {
  const { field, value, by, byName, over } = conflict;
  const isOwn = by === draft.uid;
  const author = isOwn ? "Your" : `${byName}’s`;
  const choose = (what: "keepMine" | "keepTheirs", text: string) => {
    const undo = draft[what](conflict);
    offerUndo({ text, undo: async () => undo() });
  };
  return (
    <section className="draft-conflict" aria-label={`Two texts of ${label}`}>
      <h2>
        <bdi>{isOwn ? "You" : byName}</bdi> and <bdi>{over ?? "another editor"}</bdi> changed{" "}
        {label} at the same time
      </h2>
      <p className="quiet">
        Both texts are kept until somebody chooses. Until then this cannot be published.
      </p>
      <ConflictTexts
        saved={draft.saved[field] ?? null}
        kept={value}
        keptTitle={`${author} text`}
        savedAction={
          <Button
            variant="default"
            onClick={() => choose("keepTheirs", `${label} keeps the saved text.`)}
          >
            Keep the saved text
          </Button>
        }
        keptAction={
          <Button variant="default" onClick={() => choose("keepMine", `${label} is changed.`)}>
            {isOwn ? "Use your text" : `Use ${byName}’s text`}
          </Button>
        }
        onCopy={(text) => void copy(text)}
      />
    </section>
  );
}

function Refused({
  entry,
  draft,
  labelOf,
}: {
  entry: OutboxEntry<DraftSave>;
  draft: OpenDraft;
  labelOf: Props["labelOf"];
}) {
  if (entry.refused === null) return null;
  const { code, text } = entry.refused;
  const words = Object.entries(entry.data.change.fields)
    .map(([field, { to }]) => `${labelOf(field)}: ${valueText(to)}`)
    .join("\n\n");
  return (
    <section className="draft-conflict" aria-label="Changes that are not saved">
      <p role="alert">{text}</p>
      <div className="draft-choices">
        <Button variant="default" onClick={() => draft.tryAgain(entry.id)}>
          {code === "gone" ? "Keep as a new draft" : "Try again"}
        </Button>
        <Button variant="default" onClick={() => void copy(words)}>
          Copy my changes
        </Button>
        <Button variant="subtle" color="red" onClick={() => draft.letGo(entry.id)}>
          Let them go
        </Button>
      </div>
    </section>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell("Copied.");
  } catch {
    // Not on https, or the browser asked and was told no.
    tellProblem(
      "It could not be copied: your browser did not allow it. Mark the text and copy it.",
    );
  }
}

function othersText(names: readonly string[]): string {
  const [first, second, ...more] = names;
  if (first === undefined) return "";
  if (second === undefined) return `${first} is editing this, too. You see what they save.`;
  if (more.length === 0) return `${first} and ${second} are editing this, too.`;
  return `${first}, ${second} and ${more.length} more are editing this, too.`;
}
