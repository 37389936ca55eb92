import { Button, NativeSelect } from "@mantine/core";
import { useRef, useState } from "react";
import { userRoles } from "#lib/user-admin.ts";
import type { UserRole } from "#lib/user-admin.ts";
import { roleNames } from "./act-words.ts";

/** A list and a button: in a closed list one arrow key chooses, which must change nobody's role yet. */
export function RoleChoice({
  role,
  isDisabled = false,
  onChoose,
}: {
  /** What it is now; undefined for several accounts. */
  role: UserRole | undefined;
  isDisabled?: boolean;
  onChoose: (role: UserRole) => void;
}) {
  const list = useRef<HTMLSelectElement>(null);
  const [wanted, setWanted] = useState<UserRole>();
  const shown = wanted ?? role;
  const roles = userRoles.map((one) => ({ value: one, label: roleNames[one] })).toReversed();
  return (
    <div className="role-choice">
      <NativeSelect
        ref={list}
        {...(role === undefined
          ? { "aria-label": "Role of the chosen accounts" }
          : { label: "Role" })}
        value={shown ?? ""}
        disabled={isDisabled}
        onChange={({ currentTarget: { value } }) =>
          setWanted(userRoles.find((one) => one === value))
        }
        data={role === undefined ? [{ value: "", label: "Role…" }, ...roles] : roles}
      />
      {shown === undefined || shown === role ? null : (
        <Button
          disabled={isDisabled}
          onClick={() => {
            // The button goes with its choice, and would take the keyboard's focus along.
            list.current?.focus();
            setWanted(undefined);
            onChoose(shown);
          }}
        >
          Change role
        </Button>
      )}
    </div>
  );
}
