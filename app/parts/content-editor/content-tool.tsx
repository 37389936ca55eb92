/** A tool that edits one kind of content: the list, the document that is open, the trash. */
import { Button } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonForm, SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import type { ContentItem } from "#lib/content/item.ts";
import { newContentId } from "./content-api.ts";
import { ContentList } from "./content-list.tsx";
import type { ContentToolFacts } from "./content-tool-facts.ts";
import { createChoice } from "./use-selection.ts";
import type { Choice } from "./use-selection.ts";
import { useContentAddress } from "./use-content-address.ts";
import { useContentList } from "./use-content-list.ts";

const Editor = latePart(
  async () => (await import("./content-editor.tsx")).ContentEditor,
  <EditorWaiting />,
);
const Trash = latePart(
  async () => (await import("./trash-list.tsx")).TrashList,
  <SkeletonRows rows={4} />,
);

type Props = {
  facts: ContentToolFacts;
  /** Who is signed in. */
  user: { uid: string; name: string };
  /** Of a tool that comes back: which rows were chosen when it was left. */
  choice?: Choice;
};

export function ContentTool({ facts, user, choice }: Props) {
  // Who opens one of them finds the others chosen as before.
  const [own] = useState(createChoice);
  const { id, isTrash, act, open, close, actBegun, showTrash } = useContentAddress();
  const list = useContentList(facts);
  const { refresh, items } = list;
  const [isImporting, setImporting] = useState(false);
  const changed = useCallback(() => void refresh(), [refresh]);
  const make = useCallback(() => open(newContentId()), [open]);
  useGiveFocusBack(id);

  // What the palette asked for is done once each time, and is not what Back comes to.
  const begun = useRef<string>(undefined);
  useEffect(() => {
    if (act === undefined || act.key === begun.current) return;
    begun.current = act.key;
    setImporting(act.name === "import");
    if (act.name === "new") open(newContentId(), true);
    else actBegun();
  }, [act, open, actBegun]);

  const left = useCallback(() => {
    close();
    void refresh();
  }, [close, refresh]);
  const shortcuts = useMemo(
    () => [{ key: "n", title: `New ${facts.one}`, run: make }],
    [facts, make],
  );

  if (id !== undefined) {
    return (
      <Editor
        key={id}
        facts={facts}
        id={id}
        user={user}
        items={items ?? none}
        onChanged={changed}
        onClose={left}
        onOpen={open}
      />
    );
  }
  const importButton =
    facts.Import === undefined ? null : (
      <Button variant="subtle" onClick={() => setImporting(true)}>
        {facts.importName}
      </Button>
    );
  return (
    <ToolFrame
      title={isTrash ? `Trash of ${facts.many}` : facts.title}
      sync={list.sync}
      shortcuts={shortcuts}
      action={<Button onClick={make}>New {facts.one}</Button>}
      bar={
        isTrash ? (
          <button type="button" className="content-back" onClick={() => showTrash(false)}>
            ← All {facts.many}
          </button>
        ) : undefined
      }
    >
      {isTrash ? (
        <Trash facts={facts} onRestored={changed} onLeave={() => showTrash(false)} />
      ) : (
        <ContentList
          facts={facts}
          list={list}
          choice={choice ?? own}
          onOpen={open}
          firstAct={<Button onClick={make}>New {facts.one}</Button>}
          more={
            <span className="content-more">
              {facts.More === undefined ? null : (
                <facts.More items={items ?? none} onChanged={changed} />
              )}
              {importButton}
              <Button variant="subtle" onClick={() => showTrash(true)}>
                Trash
              </Button>
            </span>
          }
        />
      )}
      {facts.Import !== undefined && isImporting ? (
        <facts.Import user={user} onClose={() => setImporting(false)} onMade={changed} />
      ) : null}
    </ToolFrame>
  );
}

const none: readonly ContentItem[] = [];

function EditorWaiting() {
  return (
    <ToolFrame title="…">
      <SkeletonForm fields={6} />
    </ToolFrame>
  );
}

/** Who comes back from a document goes on where it stands in the list. */
function useGiveFocusBack(id: string | undefined): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = id;
    if (id !== undefined || before === undefined) return;
    const row = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(before)}"] .opener`);
    row?.scrollIntoView({ block: "center" });
    (row ?? document.getElementById("main"))?.focus({ preventScroll: true });
  }, [id]);
}
