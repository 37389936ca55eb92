import { Button } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { SortableList } from "../sortable/sortable-list.tsx";
import { offerUndo } from "../tool-frame/toasts.ts";
import type { Field, ListField } from "./field.ts";
import { FieldFrame } from "./field-frame.tsx";
import { useForm, useProblemsBelow } from "./form-state.ts";
import { movedIn, useKeyedItems } from "./keyed-items.ts";
import type { KeyedItem } from "./keyed-items.ts";
import { fieldsOfItem } from "./patch.ts";

type Item = Record<string, unknown>;

type Props = {
  field: ListField;
  path: string;
  value: unknown;
  onValue: (value: Item[]) => void;
  /** The fields of one item; given, because those know the list in turn. */
  renderFields: (
    fields: readonly Field[],
    value: Item,
    path: string,
    onPatch: (patch: Item) => void,
  ) => ReactNode;
};

export function ListKindField({ field, path, value, onValue, renderFields }: Props) {
  const { disabled } = useForm();
  const list = useRef<HTMLDivElement>(null);
  const items = (Array.isArray(value) ? value : []).map(fieldsOfItem);
  const { keyed, spliced, moved } = useKeyedItems(items);
  const [opened, setOpened] = useState<string>();
  const below = useProblemsBelow(path);
  const latest = useRef({ items, onValue });
  useLayoutEffect(() => {
    latest.current = { items, onValue };
  });

  const titleOf = ({ item, index }: KeyedItem<Item>) =>
    field.itemTitle(item).trim() || `${field.label} ${index + 1}`;
  const isFaulty = (index: number) =>
    Object.keys(below).some((place) => place === String(index) || place.startsWith(`${index}.`));

  function add(): void {
    spliced(items.length, 0, 1);
    onValue([...items, field.fresh?.() ?? {}]);
    setOpened("last");
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>("li:last-child .list-item-fields input")?.focus(),
    );
  }

  function remove({ index, item }: KeyedItem<Item>, title: string): void {
    spliced(index, 1, 0);
    onValue(items.toSpliced(index, 1));
    list.current?.querySelector<HTMLElement>(".list-add")?.focus();
    offerUndo({
      text: `${title} removed.`,
      undo: async () => {
        const { items: now, onValue: change } = latest.current;
        change(now.toSpliced(index, 0, item));
      },
    });
  }

  return (
    <FieldFrame path={path} label={field.label} help={field.help}>
      <div ref={list} className="list-field">
        <SortableList
          items={keyed}
          keyOf={keyOf}
          titleOf={titleOf}
          label={field.label}
          isFixed={disabled}
          onMove={(from, to) => {
            moved(from, to);
            onValue(movedIn(items, from, to));
          }}
          renderItem={(each, handle) => {
            const isLast = each.index === items.length - 1;
            const isOpen =
              opened === each.key || (opened === "last" && isLast) || isFaulty(each.index);
            const title = titleOf(each);
            return (
              <div className="list-item">
                {handle}
                <details
                  open={isOpen}
                  onToggle={({ currentTarget }) => {
                    if (currentTarget.open === isOpen) return;
                    setOpened(currentTarget.open ? each.key : undefined);
                  }}
                >
                  <summary dir="auto">{title}</summary>
                  <div className="list-item-fields">
                    {isOpen
                      ? renderFields(field.item, each.item, `${path}.${each.index}`, (patch) =>
                          onValue(items.with(each.index, fieldsOfItem({ ...each.item, ...patch }))),
                        )
                      : null}
                  </div>
                </details>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  disabled={disabled}
                  aria-label={`Remove ${title}`}
                  onClick={() => remove(each, title)}
                >
                  Remove
                </Button>
              </div>
            );
          }}
        />
        <Button className="list-add" variant="default" disabled={disabled} onClick={add}>
          {field.add}
        </Button>
      </div>
    </FieldFrame>
  );
}

function keyOf({ key }: { key: string }): string {
  return key;
}
