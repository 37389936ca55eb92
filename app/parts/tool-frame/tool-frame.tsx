/** What every tool stands in: title and one action, a bar, the content, a panel for details, and Mantine around it. */
import type { ReactNode } from "react";
import type { ToolShortcut } from "#app/ui/tool-shortcuts.ts";
import { MantinePlace } from "./mantine-place.tsx";
import { SyncState } from "./sync-state.tsx";
import type { Sync } from "./sync-state.tsx";
import { ToastPlace } from "./toast-place.tsx";
import { ToolPanel } from "./tool-panel.tsx";
import type { Panel } from "./tool-panel.tsx";
import { useToolKeys } from "./use-tool-keys.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../styles/tools.css";

type Props = {
  title: string;
  /** The one thing that is done here most. */
  action?: ReactNode;
  /** Search (its field has `data-search`), filters, order, views: in this order. */
  bar?: ReactNode;
  sync?: Sync | undefined;
  /** Undefined while it is closed. */
  panel?: Panel | undefined;
  /** Besides `/`, `Esc` and those of the site. Keep it the same from one rendering to the next. */
  shortcuts?: readonly ToolShortcut[];
  children: ReactNode;
};

const noShortcuts: readonly ToolShortcut[] = [];

export function ToolFrame({
  title,
  action,
  bar,
  sync,
  panel,
  shortcuts = noShortcuts,
  children,
}: Props) {
  useToolKeys(title, shortcuts, panel?.onClose);
  return (
    <MantinePlace>
      <div className="tool" data-panel={panel ? "open" : undefined}>
        <div className="tool-main">
          <div className="tool-head">
            <h1>{title}</h1>
            <SyncState sync={sync} />
            {action === undefined ? null : <div className="tool-action">{action}</div>}
          </div>
          {bar === undefined ? null : <div className="tool-bar">{bar}</div>}
          <div className="tool-content">{children}</div>
        </div>
        {panel ? <ToolPanel {...panel} /> : null}
      </div>
      <div id="tool-layer" />
      <ToastPlace />
    </MantinePlace>
  );
}
