/** What entries can begin with, journal by journal. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { EmptyRoom } from "#app/parts/tool-frame/empty-room.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { starterTemplates } from "#lib/journal/starter-templates.ts";
import { useIsComing } from "../day/use-chosen.ts";
import { useJournal, useRooms, useStoreTopic } from "../store/journal-context.ts";
import { useAddress } from "../use-address.ts";
import { TemplateRow } from "./template-row.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/journal-views.css";

export function TemplatesView() {
  const { store, acts } = useJournal();
  const { query, change, openEntry } = useAddress();
  const id = useId();
  const rooms = useRooms();
  const [opened, setOpened] = useState<string>();
  const room = rooms.find(({ journal }) => journal === query.journal) ?? rooms[0];
  const journal = room?.journal ?? "";
  const templates = useStoreTopic("templates", () => store.templates(journal));
  const isComing = useIsComing();
  if (!room) return null;

  const add = () => setOpened(acts.templates.add(journal, { name: "New template", doc: "" }));
  function addSamples(): void {
    for (const starter of starterTemplates) acts.templates.add(journal, starter);
  }
  return (
    <section className="journal-templates" aria-label="Templates">
      <div className="journal-head">
        <h2>Templates</h2>
        {rooms.length > 1 ? (
          <div className="journal-order">
            <label htmlFor={id}>Of</label>
            <select
              id={id}
              value={journal}
              autoComplete="off"
              onChange={({ currentTarget }) => change({ journal: currentTarget.value })}
            >
              {rooms.map((one) => (
                <option key={one.journal} value={one.journal}>
                  {one.settings.name || "Journal"}
                </option>
              ))}
            </select>
          </div>
        ) : null}
        {templates.length === 0 ? null : <Button onClick={add}>New template</Button>}
      </div>
      {templates.length === 0 && isComing ? (
        <SkeletonRows rows={6} />
      ) : templates.length === 0 ? (
        <EmptyRoom
          title="No templates yet"
          text="A template is what an entry begins with: headings, questions, boxes to tick. Choose one at the foot of an empty entry."
          action={
            <>
              <Button onClick={add}>New template</Button>
              <Button variant="default" onClick={addSamples}>
                Add three samples
              </Button>
            </>
          }
        />
      ) : (
        <ol className="template-list">
          {templates.map((template, at) => (
            <TemplateRow
              key={template.id}
              template={template}
              at={at}
              of={templates.length}
              isOpen={opened === template.id}
              onOpen={(isOpen) => setOpened(isOpen ? template.id : undefined)}
              onUse={() => {
                const entry = acts.entries.add({ journal, doc: template.doc });
                if (entry !== undefined) openEntry(entry);
              }}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
