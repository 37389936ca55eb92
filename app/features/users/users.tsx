/** /UserManagement: accounts and all that admins decide about them, in tabs. */
import { Button, Tabs } from "@mantine/core";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Sync } from "#app/parts/tool-frame/sync-state.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { AccountsTab } from "./accounts/accounts-tab.tsx";
import { NewAccount } from "./accounts/new-account.tsx";
import { UserPanel } from "./accounts/user-panel.tsx";
import { useUserActs } from "./accounts/use-user-acts.ts";
import { AuditTab } from "./audit/audit-tab.tsx";
import { InvitesTab } from "./invites/invites-tab.tsx";
import { JobsTab } from "./jobs/jobs-tab.tsx";
import { MailTab } from "./mail/mail-tab.tsx";
import { PermissionsTab } from "./permissions/permissions-tab.tsx";
import { PublicBoardsTab } from "./public-boards/public-boards-tab.tsx";
import { tabs, useAddress } from "./use-address.ts";
import type { Tab } from "./use-address.ts";

const titles: Record<Tab, string> = {
  users: "Users",
  invites: "Invites",
  audit: "Audit log",
  jobs: "Jobs",
  mail: "Waiting mail",
  boards: "Public boards",
  permissions: "Permissions",
};

export default function Users() {
  const { tab, user, openTab, openUser } = useAddress();
  const [sync, setSync] = useState<Sync>();
  const [isMaking, setMaking] = useState(false);
  const [changes, setChanges] = useState(0);
  const changed = useCallback(() => setChanges((count) => count + 1), []);
  const acts = useUserActs({ onSync: setSync, onChanged: changed });
  const shortcuts = useMemo(
    () => [{ key: "n", title: "New account", run: () => setMaking(true) }],
    [],
  );
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs are wider than the page.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[data-tab="${tab}"]`);
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tab]);
  const close = useCallback(() => openUser(undefined), [openUser]);

  return (
    <ToolFrame
      title="User management"
      action={
        tab === "users" ? <Button onClick={() => setMaking(true)}>New account</Button> : undefined
      }
      sync={sync}
      panel={
        tab === "users" && user !== undefined
          ? {
              title: "Account",
              onClose: close,
              children: <UserPanel key={user} uid={user} acts={acts} changes={changes} />,
            }
          : undefined
      }
      shortcuts={shortcuts}
    >
      <Tabs
        value={tab}
        onChange={(value) => openTab((value as Tab | null) ?? "users")}
        keepMounted={false}
        className="users-tabs"
      >
        <Tabs.List ref={list} aria-label="User management">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} data-tab={one}>
              {titles[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="users">
          <AccountsTab acts={acts} changes={changes} openedUid={user} onOpen={openUser} />
        </Tabs.Panel>
        <Tabs.Panel value="invites">
          <InvitesTab />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditTab acts={acts} />
        </Tabs.Panel>
        <Tabs.Panel value="jobs">
          <JobsTab />
        </Tabs.Panel>
        <Tabs.Panel value="mail">
          <MailTab />
        </Tabs.Panel>
        <Tabs.Panel value="boards">
          <PublicBoardsTab />
        </Tabs.Panel>
        <Tabs.Panel value="permissions">
          <PermissionsTab />
        </Tabs.Panel>
      </Tabs>
      {isMaking ? <NewAccount onClose={() => setMaking(false)} onMade={changed} /> : null}
    </ToolFrame>
  );
}
