/** Markdown as it reads, by the same list of what a text may have as the site's own texts. */
import { SegmentedControl } from "@mantine/core";
import { Fragment, createElement, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { type RichElement, toElements } from "#lib/rich-text/elements.ts";
import { fromMarkdown } from "#lib/rich-text/from-markdown.ts";
import { useText } from "./use-text.ts";
import type { ViewProps } from "./view-props.ts";
import { CutNote, FactsView, ViewProblem, Waiting } from "./view-states.tsx";

/** Bytes; as many letters at most are read as Markdown. */
const mostText = 100_000;

export default function MarkdownView({ file, onDownload }: ViewProps) {
  const [as, setAs] = useState("read");
  const { value, problem, retry } = useText(file, mostText);
  const text = value?.text;
  const shown = useMemo(() => (text === undefined ? null : elementsOf(text)), [text]);
  if (problem) return <ViewProblem problem={problem} onRetry={retry} onDownload={onDownload} />;
  if (value === undefined) return <Waiting />;
  if (text === undefined) {
    return (
      <FactsView file={file} onDownload={onDownload}>
        This file is not text, whatever its name says. Download it to open it elsewhere.
      </FactsView>
    );
  }
  return (
    <div className="drive-view-paper">
      <div className="drive-view-bar">
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          value={as}
          onChange={setAs}
          data={[
            { value: "read", label: "Formatted" },
            { value: "text", label: "As written" },
          ]}
        />
      </div>
      {value.isCut ? (
        <CutNote onDownload={onDownload}>This is the beginning of a long file.</CutNote>
      ) : null}
      {text === "" ? <p className="faint">This file is empty.</p> : null}
      {as === "read" ? (
        <div className="prose drive-prose" dir="auto">
          {shown}
        </div>
      ) : (
        // It is scrolled by keyboard, too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="drive-text" data-wrap data-own-arrows tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  );
}

export function elementsOf(markdown: string): ReactNode {
  const { elements } = toElements(fromMarkdown(markdown));
  return createElement(Fragment, null, ...(elements as RichElement[]).map(show));
}

/**
 * A file names pictures and ids of anywhere: none of them is asked for, and no id is given. Links open tabs of their own, and
 * those within the site are its author's idea of it: they are words.
 */
function show(element: RichElement): ReactNode {
  if (typeof element === "string") return element;
  const [tag, attributes, ...content] = element;
  if (tag === "Picture" || tag === "img") return null;
  const { id: _, ...rest } = attributes ?? {};
  const shown = content.map(show);
  if (tag !== "a") return createElement(tag, rest, ...shown);
  const { href } = rest as { href?: string };
  if (href === undefined || href.startsWith("/")) return createElement("span", null, ...shown);
  return createElement("a", { ...rest, target: "_blank" }, ...shown);
}
