/** Which rooms the home page has and which parts the about page, and in which order. */
import { Switch } from "@mantine/core";
import { useCallback } from "react";
import type { ReactNode } from "react";
import type { Field } from "#app/parts/forms/field.ts";
import { SortableList } from "#app/parts/sortable/sortable-list.tsx";
import { aboutSections, homeSections } from "#lib/documents/site.ts";
import type { AboutSection, HomeSection } from "#lib/documents/site.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { movedTo } from "#lib/fractional-order.ts";
import { PagesPreview } from "../pages-preview.tsx";
import { SiteEditor } from "../site-editor.tsx";
import type { Editing } from "../site-editor.tsx";
import { wholeOrder } from "./whole-order.ts";
import type { Part } from "./whole-order.ts";

const rooms: Record<HomeSection, string> = {
  work: "Work",
  writing: "Writing and food",
  play: "Play",
  contact: "Contact",
};

const parts: Record<AboutSection, string> = {
  story: "Story",
  now: "Now",
  values: "What I hold on to",
  timeline: "The way here",
  skills: "Skills",
  uses: "What I use",
};

const labels: readonly Field[] = [
  { kind: "texts", name: "home", label: "Home" },
  { kind: "texts", name: "about", label: "About" },
];

export function HomeAbout() {
  return (
    <SiteEditor
      id="sections"
      name="The order of home and about"
      labels={labels}
      lead="What stands on these two pages, and in which order. What is hidden is not in the page at all."
      Form={Form}
      Preview={Preview}
    />
  );
}

function Form({ fields, change }: Editing) {
  return (
    <div className="website-lists">
      <Order
        title="Rooms of the home page"
        words={rooms}
        order={wholeOrder(fields["home"], homeSections)}
        onChange={(home) => change({ home })}
      />
      <Order
        title="Parts of the about page"
        words={parts}
        order={wholeOrder(fields["about"], aboutSections)}
        onChange={(about) => change({ about })}
      />
    </div>
  );
}

type OrderProps = {
  title: string;
  words: Record<string, string>;
  order: Part[];
  onChange: (order: Part[]) => void;
};

function Order({ title, words, order, onChange }: OrderProps) {
  const titleOf = useCallback(({ id }: Part) => words[id] ?? id, [words]);
  const render = (part: Part, handle: ReactNode) => (
    <div className="website-row">
      {handle}
      <span className="website-row-title">{titleOf(part)}</span>
      <Switch
        label="Shown"
        aria-label={`Shown: ${titleOf(part)}`}
        labelPosition="left"
        checked={!part.hidden}
        onChange={({ currentTarget: { checked } }) =>
          onChange(order.map((one) => (one.id === part.id ? { ...one, hidden: !checked } : one)))
        }
      />
    </div>
  );
  return (
    <section>
      <h3>{title}</h3>
      <SortableList
        className="website-rows"
        label={title}
        items={order}
        keyOf={keyOf}
        titleOf={titleOf}
        onMove={(from, to) => onChange(movedTo(order, from, to))}
        renderItem={render}
      />
    </section>
  );
}

function keyOf({ id }: Part): string {
  return id;
}

function Preview({ fields }: { fields: PlainFields }) {
  return <PagesPreview id="sections" fields={fields} pages={["home", "about"]} />;
}
