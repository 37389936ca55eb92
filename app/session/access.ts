import type { Page } from "#lib/pages.ts";
import type { Roles } from "#lib/user-record.ts";

/** Whether somebody with these roles may open a page; undefined is a visitor. An admin may what an editor may. */
export function mayOpen(access: Page["access"], roles: Roles | undefined): boolean {
  switch (access) {
    case "visitor":
      return true;
    case "user":
      return roles !== undefined;
    case "editor":
      return roles?.editor === true || roles?.admin === true;
    case "admin":
      return roles?.admin === true;
  }
}
