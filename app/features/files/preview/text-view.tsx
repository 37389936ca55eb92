/** Text and code, as it is written: nothing of it is anything but letters. */
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useText } from "./use-text.ts";
import type { ViewProps } from "./view-props.ts";
import { CutNote, FactsView, ViewProblem, Waiting } from "./view-states.tsx";

/** Bytes; browsers lay out more than that slowly. */
const mostText = 1_000_000;

export default function TextView({ file, onDownload }: ViewProps) {
  const [isWrapped, setWrapped] = useState(true);
  const { value, problem, retry } = useText(file, mostText);
  if (problem) return <ViewProblem problem={problem} onRetry={retry} onDownload={onDownload} />;
  if (value === undefined) return <Waiting />;
  if (value.text === undefined) {
    return (
      <FactsView file={file} onDownload={onDownload}>
        This file is not text, whatever its name says. Download it to open it elsewhere.
      </FactsView>
    );
  }
  return (
    <div className="drive-view-paper">
      <div className="drive-view-bar">
        <Checkbox
          size="xs"
          label="Wrap lines"
          checked={isWrapped}
          onChange={({ currentTarget }) => setWrapped(currentTarget.checked)}
        />
      </div>
      {value.isCut ? (
        <CutNote onDownload={onDownload}>This is the beginning of a long file.</CutNote>
      ) : null}
      {value.text === "" ? (
        <p className="faint">This file is empty.</p>
      ) : (
        // It is scrolled by keyboard, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="drive-text" data-wrap={isWrapped || undefined} data-own-arrows tabIndex={0}>
          {value.text}
        </pre>
      )}
    </div>
  );
}
