/** What is done to all that are chosen. It stays at the foot of the window while something is. */
import { Button, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { Modal } from "#app/ui/modal.tsx";
import type { BulkAct, ContentItem } from "#lib/content/item.ts";
import type { ContentToolFacts } from "./content-tool-facts.ts";
import type { ContentList } from "./use-content-list.ts";
import { maxChosen } from "./use-selection.ts";
import type { Selection } from "./use-selection.ts";

type Props = {
  facts: ContentToolFacts;
  chosen: readonly ContentItem[];
  tags: readonly string[];
  selection: Selection;
  /** One act at a time. */
  working: ContentList["working"];
  onAct: (ids: readonly string[], act: BulkAct, tag?: string) => Promise<boolean>;
  onChanged: () => void;
};

export function BulkBar({ facts, chosen, tags, selection, working, onAct, onChanged }: Props) {
  const count = chosen.length;
  const run = (act: BulkAct, items: readonly ContentItem[] = chosen, tag?: string) => {
    if (items.length === 0) return;
    const ids = items.map(({ id }) => id);
    void onAct(ids, act, tag).then((isWhole) => isWhole && selection.clear());
  };
  if (working !== undefined) {
    return (
      <div className="bulk-bar" role="toolbar" aria-label={`With the chosen ${facts.many}`}>
        <output>
          <b>{working.done}</b> of {working.of} done…
        </output>
        <Button variant="default" onClick={working.stop}>
          Stop
        </Button>
      </div>
    );
  }
  const unpublished = chosen.filter(({ state }) => state === "draft" || state === "changed");
  // Hiding also ends that it will be published by itself.
  const visible = chosen.filter(
    ({ state, isHidden }) => state === "scheduled" || (state !== "draft" && !isHidden),
  );
  const hidden = chosen.filter(({ isHidden }) => isHidden);
  const plain = chosen.filter(({ featured }) => featured !== true);
  const featured = chosen.filter((item) => item.featured === true);
  return (
    <>
      <output className="unseen">{count === 0 ? "" : `${count} chosen`}</output>
      {count === 0 ? null : (
        <div className="bulk-bar" role="toolbar" aria-label={`With the chosen ${facts.many}`}>
          <p>
            <b>{count}</b> chosen{count === maxChosen ? ", the most at once" : ""}
          </p>
          <Act name="Publish" items={unpublished} onClick={() => run("publish", unpublished)} />
          <Act name="Hide" items={visible} onClick={() => run("hide", visible)} />
          <Act name="Show" items={hidden} onClick={() => run("show", hidden)} />
          {facts.canFeature ? (
            <>
              <Act name="Feature" items={plain} onClick={() => run("feature", plain)} />
              <Act name="Unfeature" items={featured} onClick={() => run("unfeature", featured)} />
            </>
          ) : null}
          {facts.BulkAct === undefined ? null : (
            <facts.BulkAct chosen={chosen} clear={selection.clear} onChanged={onChanged} />
          )}
          <TagButton name={facts.tag} tags={tags} onTag={(tag) => run("tag", chosen, tag)} />
          <Button variant="default" color="red" onClick={() => run("delete")}>
            Delete
          </Button>
          <Button variant="subtle" onClick={selection.clear}>
            Choose none
          </Button>
        </div>
      )}
    </>
  );
}

type ActProps = { name: string; items: readonly ContentItem[]; onClick: () => void };

function Act({ name, items, onClick }: ActProps) {
  if (items.length === 0) return null;
  return (
    <Button variant="default" onClick={onClick}>
      {name}
    </Button>
  );
}

type TagProps = { name: string; tags: readonly string[]; onTag: (tag: string) => void };

function TagButton({ name, tags, onTag }: TagProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [tag, setTag] = useState("");
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Add a {name.toLowerCase()}…
      </Button>
      {isOpen ? (
        <Modal label={id} onClose={close}>
          <h2 id={id}>Add a {name.toLowerCase()}</h2>
          <form
            className="dialog-form"
            onSubmit={(event) => {
              event.preventDefault();
              if (tag.trim() === "") return;
              close();
              setTag("");
              onTag(tag.trim());
            }}
          >
            <TextInput
              label={name}
              value={tag}
              list={`${id}-tags`}
              autoComplete="off"
              maxLength={60}
              onChange={({ currentTarget }) => setTag(currentTarget.value)}
            />
            <datalist id={`${id}-tags`}>
              {tags.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </datalist>
            <div className="confirm-buttons">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit">Add</Button>
            </div>
          </form>
        </Modal>
      ) : null}
    </>
  );
}
