/** What is wanted seldom, at the foot of the sidebar. */
import { useNavigate } from "react-router";
import { FeedDialog, ImportDialog, SettingsDialog } from "./late-views.tsx";
import { queryOf } from "./views.ts";

export type Seldom = "import" | "feed" | "settings";

const titles: readonly (readonly [Seldom, string])[] = [
  ["import", "Import from Todoist…"],
  ["feed", "Tasks in your calendar…"],
  ["settings", "Settings…"],
];

export function MoreActs({ onOpen }: { onOpen: (dialog: Seldom) => void }) {
  return (
    <ul>
      {titles.map(([dialog, title]) => (
        <li key={dialog}>
          <button type="button" className="todo-new-group" onClick={() => onOpen(dialog)}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Beside the sidebar: they stay when it is folded. */
export function SeldomDialog({ open, onClose }: { open: Seldom; onClose: () => void }) {
  const navigate = useNavigate();
  if (open === "feed") return <FeedDialog onClose={onClose} />;
  if (open === "settings") return <SettingsDialog onClose={onClose} />;
  return (
    <ImportDialog
      onShow={(view) =>
        void navigate({ search: queryOf(view) }, { defaultShouldRevalidate: false })
      }
      onClose={onClose}
    />
  );
}
