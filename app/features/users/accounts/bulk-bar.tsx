import { Button } from "@mantine/core";
import { useState } from "react";
import type { UserAct, UserRow } from "#lib/user-admin.ts";
import { DisableDialog } from "./disable-dialog.tsx";
import { RoleChoice } from "./role-choice.tsx";
import { TokensDialog } from "./tokens-dialog.tsx";
import type { UserActs } from "./use-user-acts.ts";

/** What is done to all that are chosen. It stays at the foot of the window while something is. */
export function BulkBar({
  chosen,
  onClear,
  acts,
}: {
  chosen: readonly UserRow[];
  onClear: () => void;
  acts: UserActs;
}) {
  const [dialog, setDialog] = useState<"disable" | "tokens">();
  const count = chosen.length;
  const run = (act: UserAct, rows: readonly UserRow[] = chosen) => {
    if (rows.length === 0) return;
    void acts.run(rows, act).then((isWhole) => isWhole && onClear());
  };
  const enabled = chosen.filter(({ disabled }) => !disabled);
  const disabled = chosen.filter((row) => row.disabled);
  const leaving = chosen.filter(({ deletionAt }) => deletionAt !== null);
  const staying = chosen.filter(({ deletionAt }) => deletionAt === null);
  return (
    <>
      <output className="unseen">{count === 0 ? "" : `${count} chosen`}</output>
      {count === 0 ? null : (
        <div className="bulk-bar" role="toolbar" aria-label="With the chosen accounts">
          <p>
            <b>{count}</b> chosen
          </p>
          <RoleChoice role={undefined} onChoose={(role) => run({ do: "role", role })} />
          <Button variant="default" onClick={() => setDialog("tokens")}>
            Tokens…
          </Button>
          {enabled.length === 0 ? null : (
            <Button variant="default" onClick={() => setDialog("disable")}>
              Disable…
            </Button>
          )}
          {disabled.length === 0 ? null : (
            <Button variant="default" onClick={() => run({ do: "enable" }, disabled)}>
              Enable
            </Button>
          )}
          {staying.length === 0 ? null : (
            <Button variant="default" color="red" onClick={() => run({ do: "delete" }, staying)}>
              Delete
            </Button>
          )}
          {leaving.length === 0 ? null : (
            <Button variant="default" onClick={() => run({ do: "restore" }, leaving)}>
              Keep
            </Button>
          )}
          <Button variant="subtle" onClick={onClear}>
            Choose none
          </Button>
        </div>
      )}
      {dialog === "disable" ? (
        <DisableDialog
          count={enabled.length}
          onDisable={(reason) => run({ do: "disable", reason }, enabled)}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === "tokens" ? (
        <TokensDialog
          rows={chosen}
          acts={acts}
          onDone={onClear}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </>
  );
}
