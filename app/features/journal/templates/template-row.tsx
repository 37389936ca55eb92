/** A template in the list: its name and first words, and, once it is opened, its text. */
import { Button } from "@mantine/core";
import { useId, useMemo } from "react";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { longest } from "#lib/journal/limits.ts";
import { quoted } from "#lib/quoted.ts";
import { toPlainText } from "#lib/rich-text/plain-text.ts";
import { docOf } from "../entry/doc-text.ts";
import { useJournal } from "../store/journal-context.ts";
import type { JournalTemplate } from "../store/journal-store.ts";

const TemplateEditor = latePart(
  async () => (await import("./template-editor.tsx")).TemplateEditor,
  <SkeletonForm fields={1} />,
);

type Props = {
  template: JournalTemplate;
  /** Its place among them, from 0. */
  at: number;
  of: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Begins an entry with it. */
  onUse: () => void;
};

const longestWords = 160;

export function TemplateRow({ template, at, of, isOpen, onOpen, onUse }: Props) {
  const { acts } = useJournal();
  const field = useId();
  const { id, journal, name, doc } = template;
  const words = useMemo(() => {
    const text = toPlainText(docOf(doc)).replaceAll("\n", " · ");
    return text.length > longestWords ? `${text.slice(0, longestWords).trimEnd()}…` : text;
  }, [doc]);
  function move(to: number): void {
    acts.templates.move(journal, id, to);
  }
  return (
    <li className="template-row">
      {isOpen ? (
        <>
          <div className="record-field">
            <label htmlFor={field}>Name</label>
            <input
              id={field}
              dir="auto"
              spellCheck={false}
              // A browser keeps what is in its forms for when it begins again.
              autoComplete="off"
              value={name}
              maxLength={longest.name}
              onChange={({ currentTarget }) =>
                acts.templates.write(journal, id, "name", currentTarget.value)
              }
              onBlur={() => acts.settle()}
            />
          </div>
          <TemplateEditor template={template} />
        </>
      ) : (
        <>
          <h3 dir="auto">{name || "Untitled"}</h3>
          <p className="faint" dir="auto">
            {words || "No words yet"}
          </p>
        </>
      )}
      <div className="record-acts">
        <Button
          variant="default"
          size="compact-md"
          aria-expanded={isOpen}
          aria-label={isOpen ? `Done with ${quoted(name)}` : `Change ${quoted(name)}`}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? "Done" : "Change"}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Write with ${quoted(name)}`}
          onClick={onUse}
        >
          Write
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          disabled={at === 0}
          aria-label={`Move ${quoted(name)} up`}
          onClick={() => move(at - 1)}
        >
          ↑
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          disabled={at === of - 1}
          aria-label={`Move ${quoted(name)} down`}
          onClick={() => move(at + 1)}
        >
          ↓
        </Button>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`Delete ${quoted(name)}`}
          onClick={() => acts.templates.remove(journal, id)}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}
