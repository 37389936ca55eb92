/** The site's colour and faces, with what becomes of the colour by day and at night. */
import { Radio } from "@mantine/core";
import { useId } from "react";
import type { Field } from "#app/parts/forms/field.ts";
import { fontPairIds, fontPairs, usualFontPair } from "#lib/documents/fonts.ts";
import type { FontPairId } from "#lib/documents/fonts.ts";
import { SiteEditor } from "../site-editor.tsx";
import type { Editing } from "../site-editor.tsx";
import { AccentField } from "./accent-field.tsx";
import { LookPreview } from "./look-preview.tsx";

const labels: readonly Field[] = [
  { kind: "colour", name: "accent", label: "Accent" },
  { kind: "select", name: "fonts", label: "Faces", options: [] },
];

export function Look() {
  return (
    <SiteEditor
      id="settings"
      name="The look of the site"
      labels={labels}
      lead="One colour and one pair of faces. They are published together with the announcement and whether search engines may list the site."
      Form={Form}
      Preview={LookPreview}
    />
  );
}

function Form({ fields, change, problems }: Editing) {
  const { accent, fonts } = fields;
  return (
    <>
      <AccentField
        value={typeof accent === "string" ? accent : undefined}
        problem={problems["accent"]}
        onChange={(value) => change({ accent: value })}
      />
      <Faces
        value={fontPairIds.find((id) => id === fonts) ?? usualFontPair}
        onChange={(id) => change({ fonts: id === usualFontPair ? undefined : id })}
      />
    </>
  );
}

function Faces({ value, onChange }: { value: FontPairId; onChange: (id: FontPairId) => void }) {
  const id = useId();
  return (
    <Radio.Group
      className="website-faces"
      label="Faces"
      name={id}
      value={value}
      onChange={(chosen) => onChange(chosen)}
    >
      {fontPairIds.map((pair) => (
        <Radio
          key={pair}
          value={pair}
          label={fontPairs[pair].title}
          description={fontPairs[pair].about}
        />
      ))}
    </Radio.Group>
  );
}
