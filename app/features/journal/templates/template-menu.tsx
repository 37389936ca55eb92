/** Fills an empty entry from a template, and makes a template of one that is written. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { flushSync } from "react-dom";
import { starterTemplates } from "#lib/journal/starter-templates.ts";
import { quoted } from "#lib/quoted.ts";
import { useJournal, useStoreTopic, useText } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";
import { isBlank } from "./is-blank.ts";
import { templateTextOf } from "./template-text.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-views.css";

export function TemplateMenu({ entry }: { entry: JournalEntry }) {
  const { store, acts } = useJournal();
  const { show } = useAddress();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { key, journal, words, title } = entry;
  const text = useText(key)?.doc ?? "";
  const own = useStoreTopic("templates", () => store.templates(journal));

  function fill(name: string, doc: string): void {
    flushSync(() => {
      acts.settle();
      const act = acts.entries.text(key, doc);
      acts.settle();
      setOpen(false);
      acts.offer(`Filled from ${quoted(name)}.`, act);
    });
    const page = document.querySelector<HTMLElement>(".journal-page");
    // An editor that is still being made takes nothing.
    const field = page?.querySelector<HTMLElement>(
      ":is(.entry-edit, .editor-text):not([hidden] *)",
    );
    (field ?? page)?.focus();
  }
  function keepAsTemplate(): void {
    const name = title.trim() || "New template";
    const made = acts.templates.add(journal, { name, doc: templateTextOf(text) });
    if (made !== undefined) show("templates", { journal });
  }
  if (words > 0 || !isBlank(text)) {
    if (words === 0 && isBlank(templateTextOf(text))) return null;
    return (
      <Button variant="subtle" size="compact-md" onClick={keepAsTemplate}>
        Keep as a template
      </Button>
    );
  }
  const offered = own.length > 0 ? own : starterTemplates;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-md"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Use a template
      </Button>
      {isOpen ? (
        <ul id={id} className="template-menu" aria-label="Templates">
          {offered.map(({ name, doc }, at) => (
            <li key={own[at]?.id ?? name}>
              <Button variant="default" size="compact-md" onClick={() => fill(name, doc)}>
                <span dir="auto">{name || "Untitled"}</span>
              </Button>
            </li>
          ))}
          <li>
            <button
              type="button"
              className="record-link"
              onClick={() => show("templates", { journal })}
            >
              Change the templates
            </button>
          </li>
        </ul>
      ) : null}
    </>
  );
}
