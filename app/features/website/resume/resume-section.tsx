/** The resume, every part of JSON Resume 1.0, with the ways in and out of it as a file. */
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { SchemaForm } from "#app/parts/forms/schema-form.tsx";
import { tellProblem } from "#app/parts/tool-frame/toasts.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { resumeLetterPdfPath, resumePdfPath } from "#lib/resume/resume-addresses.ts";
import { PagesPreview } from "../pages-preview.tsx";
import { queryOf } from "../sections.ts";
import { SiteEditor } from "../site-editor.tsx";
import type { Editing } from "../site-editor.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { readResumeFile } from "./read-resume-file.ts";
import { resumeFields } from "./resume-fields.ts";
import { saveResumeFile } from "./save-resume-file.ts";

export function ResumeSection() {
  return (
    <SiteEditor
      id="resume"
      name="Your resume"
      labels={resumeFields}
      lead={
        <>
          Shown at <a href="/resume">/resume</a>, as <a href="/resume.json">JSON Resume</a> and as a
          PDF on <a href={resumePdfPath}>A4</a> and <a href={resumeLetterPdfPath}>Letter</a> that
          the server makes. A PDF of your own is chosen in your{" "}
          <Link to={{ search: queryOf("profile") }}>profile</Link>.
        </>
      }
      Form={Form}
      Preview={Preview}
    />
  );
}

function Form({ fields, change, problems }: Editing) {
  const document = groupOf(fields["document"]);
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<PlainFields>();
  const inDocument = Object.fromEntries(
    Object.entries(problems).map(([path, text]) => [path.replace(/^document\./, ""), text]),
  );
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const found = await readResumeFile(file);
    if ("problem" in found) tellProblem(found.problem);
    else setChosen(found.resume);
  };
  return (
    <>
      <div className="website-buttons">
        <Button variant="default" onClick={() => chooser.current?.click()}>
          Import a JSON Resume file
        </Button>
        <Button variant="default" onClick={() => saveResumeFile(document)}>
          Export it
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0]);
            // The same file can be chosen again.
            currentTarget.value = "";
          }}
        />
      </div>
      <SchemaForm
        fields={resumeFields}
        value={document}
        problems={inDocument}
        onChange={(patch) => change({ document: { ...document, ...patch } })}
      />
      {chosen === undefined ? null : (
        <ImportDialog
          now={document}
          chosen={chosen}
          onTake={() => {
            change({ document: chosen });
            setChosen(undefined);
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

function Preview({ fields }: { fields: PlainFields }) {
  return <PagesPreview id="resume" fields={fields} pages={["resume", "home", "about"]} />;
}

function groupOf(value: PlainFields[string] | undefined): PlainFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
