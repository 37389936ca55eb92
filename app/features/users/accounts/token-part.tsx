import { Button } from "@mantine/core";
import { useState } from "react";
import type { UserDetails } from "#lib/user-admin.ts";
import { When } from "../when.tsx";
import { tokens } from "./act-words.ts";
import { Part } from "./part.tsx";
import { TokensDialog } from "./tokens-dialog.tsx";
import type { UserActs } from "./use-user-acts.ts";

const signed = new Intl.NumberFormat("en", { signDisplay: "always" });

export function TokenPart({ user, acts }: { user: UserDetails; acts: UserActs }) {
  const [isOpen, setOpen] = useState(false);
  const { tokens: account, row } = user;
  return (
    <Part title="AI tokens">
      <p>
        {account === null ? "No token account before the first sign-in." : tokens(account.balance)}
      </p>
      {account === null ? null : (
        <>
          <Button variant="default" onClick={() => setOpen(true)}>
            Give or take…
          </Button>
          <details>
            <summary>History</summary>
            <ul className="plain-list">
              {account.ledger.map(({ id, at, amount, reason }) => (
                <li key={id}>
                  <span>
                    <span className="amount">{signed.format(amount)}</span> <bdi>{reason}</bdi>
                  </span>
                  <span className="faint">
                    <When at={at} withTime />
                  </span>
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
      {isOpen ? <TokensDialog rows={[row]} acts={acts} onClose={() => setOpen(false)} /> : null}
    </Part>
  );
}
