import type { InvitedRole } from "#lib/boards/api.ts";
import { roleHelp } from "../home/invite-words.ts";
import { roleNames } from "../role-names.ts";

type Props = { value: InvitedRole; onChange: (role: InvitedRole) => void };

/** As what somebody is invited: they become an owner once they are a member. */
export function RoleField({ value, onChange }: Props) {
  return (
    <label className="record-field">
      <span>As</span>
      <select
        value={value}
        title={roleHelp[value]}
        onChange={({ currentTarget }) => onChange(currentTarget.value as InvitedRole)}
      >
        {(["member", "viewer"] as const).map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </select>
    </label>
  );
}
