import type { RefObject } from "react";
import type { InvitedDriveRole } from "#lib/drive/people.ts";
import { roleHelp, roleNames } from "./words.ts";

type Props = {
  id?: string;
  value: InvitedDriveRole;
  field?: RefObject<HTMLSelectElement | null>;
  onChange: (role: InvitedDriveRole) => void;
};

export function RoleSelect({ id, value, field, onChange }: Props) {
  return (
    <select
      id={id}
      ref={field}
      value={value}
      title={roleHelp[value]}
      onChange={({ currentTarget }) => onChange(currentTarget.value as InvitedDriveRole)}
    >
      {(["viewer", "member"] as const).map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
    </select>
  );
}
