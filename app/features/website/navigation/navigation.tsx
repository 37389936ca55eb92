/** The header's menus: their order, words and entries. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ReactNode } from "react";
import type { Field } from "#app/parts/forms/field.ts";
import { SortableList } from "#app/parts/sortable/sortable-list.tsx";
import type { NavigationGroup } from "#lib/documents/navigation.ts";
import { movedTo } from "#lib/fractional-order.ts";
import { isSafeHref } from "#lib/safe-href.ts";
import { usualLabels, wholeNavigation } from "#lib/shown-navigation.ts";
import type { WholeGroup } from "#lib/shown-navigation.ts";
import { SiteEditor } from "../site-editor.tsx";
import type { Editing } from "../site-editor.tsx";
import { moveToGroup, navigationOf } from "./navigation-edits.ts";
import { NavigationItem } from "./navigation-item.tsx";

const labels: readonly Field[] = [{ kind: "texts", name: "groups", label: "Menus" }];

export function Navigation() {
  return (
    <SiteEditor
      id="navigation"
      name="The navigation"
      labels={labels}
      lead="What the header and the menu of phones show. A page that is hidden here keeps its address."
      Form={Form}
    />
  );
}

function Form({ fields, change, problems }: Editing) {
  const groups = wholeNavigation(navigationOf(fields));
  const set = (next: readonly WholeGroup[]) => change({ groups: next });
  const setGroup = (id: NavigationGroup, patch: Partial<WholeGroup>) =>
    set(groups.map((group) => (group.id === id ? { ...group, ...patch } : group)));
  const render = (group: WholeGroup, handle: ReactNode) => (
    <section className="website-group" aria-label={titleOfGroup(group)}>
      <div className="website-row">
        {handle}
        {group.id === "main" ? (
          <h3 className="website-row-title">Beside the menus</h3>
        ) : (
          <TextInput
            className="website-row-title"
            label="Name of the menu"
            placeholder={usualLabels[group.id]}
            maxLength={40}
            value={group.label ?? ""}
            onChange={({ currentTarget: { value } }) =>
              setGroup(group.id, { label: value === "" ? undefined : value })
            }
          />
        )}
      </div>
      <SortableList
        className="website-rows"
        label={`Entries of ${titleOfGroup(group)}`}
        items={group.items}
        keyOf={({ to }) => to}
        titleOf={({ to, label }) => label || to}
        onMove={(from, to) => setGroup(group.id, { items: movedTo(group.items, from, to) })}
        renderItem={(item, itemHandle) => (
          <NavigationItem
            item={item}
            handle={itemHandle}
            group={group.id}
            groups={groups.map((one) => ({ value: one.id, label: titleOfGroup(one) }))}
            problem={problemOf(problems, groups.indexOf(group), group.items.indexOf(item))}
            onChange={(next) =>
              setGroup(group.id, {
                items: group.items.flatMap((one) => (one === item ? (next ?? []) : one)),
              })
            }
            onGroup={(to) => set(moveToGroup(groups, item.to, to))}
          />
        )}
      />
      <AddLink
        taken={groups.flatMap(({ items }) => items.map(({ to }) => to))}
        onAdd={(to) => setGroup(group.id, { items: [...group.items, { to, hidden: false }] })}
      />
    </section>
  );
  return (
    <SortableList
      className="website-groups"
      label="Menus"
      items={groups}
      keyOf={({ id }) => id}
      titleOf={titleOfGroup}
      onMove={(from, to) => set(movedTo(groups, from, to))}
      renderItem={render}
    />
  );
}

function titleOfGroup({ id, label }: WholeGroup): string {
  return id === "main" ? "Beside the menus" : label || usualLabels[id];
}

function problemOf(problems: Editing["problems"], group: number, item: number): string | undefined {
  return problems[`groups.${group}.items.${item}.to`];
}

function AddLink({ taken, onAdd }: { taken: readonly string[]; onAdd: (to: string) => void }) {
  const [to, setTo] = useState("");
  const [fault, setFault] = useState<string>();
  const add = () => {
    const clean = to.trim();
    if (clean === "") return setFault("Enter an address.");
    if (!isSafeHref(clean)) {
      return setFault("Enter a whole address, such as https://example.com, or a path like /about.");
    }
    if (taken.includes(clean)) return setFault("It is in the navigation already.");
    setTo("");
    setFault(undefined);
    onAdd(clean);
  };
  return (
    <form
      noValidate
      className="website-line"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextInput
        label="Another link"
        placeholder="https://example.com"
        value={to}
        error={fault}
        onChange={({ currentTarget: { value } }) => {
          setTo(value);
          setFault(undefined);
        }}
      />
      <Button type="submit" variant="default">
        Add
      </Button>
    </form>
  );
}
