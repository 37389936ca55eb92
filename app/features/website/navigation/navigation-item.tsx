import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { NavigationGroup } from "#lib/documents/navigation.ts";
import { titleOf } from "#lib/shown-navigation.ts";
import type { WholeGroup } from "#lib/shown-navigation.ts";
import { isPage } from "./navigation-edits.ts";

type Item = WholeGroup["items"][number];

type Props = {
  item: Item;
  handle: ReactNode;
  group: NavigationGroup;
  groups: readonly { value: NavigationGroup; label: string }[];
  problem: string | undefined;
  /** Undefined takes it away. */
  onChange: (item: Item | undefined) => void;
  onGroup: (group: NavigationGroup) => void;
};

export function NavigationItem({ item, handle, group, groups, problem, onChange, onGroup }: Props) {
  const name = item.label || titleOf(item.to);
  return (
    <div className="website-row website-entry">
      {handle}
      <div className="website-row-title">
        <TextInput
          aria-label={`Name of ${item.to}`}
          placeholder={titleOf(item.to)}
          maxLength={40}
          value={item.label ?? ""}
          error={problem}
          onChange={({ currentTarget: { value } }) => {
            const { label: _label, ...rest } = item;
            onChange(value === "" ? rest : { ...rest, label: value });
          }}
        />
        <span className="faint">{item.to}</span>
      </div>
      <NativeSelect
        aria-label={`Menu of ${name}`}
        value={group}
        data={[...groups]}
        onChange={({ currentTarget: { value } }) => onGroup(value as NavigationGroup)}
      />
      <Switch
        label="Shown"
        labelPosition="left"
        aria-label={`Shown: ${name}`}
        checked={!item.hidden}
        onChange={({ currentTarget: { checked } }) => onChange({ ...item, hidden: !checked })}
      />
      {isPage(item.to) ? null : (
        <Button variant="subtle" aria-label={`Remove ${name}`} onClick={() => onChange(undefined)}>
          Remove
        </Button>
      )}
    </div>
  );
}
