/** What is wanted seldom, at the foot of the sidebar. */
import { useState } from "react";
import { useNavigate } from "react-router";
import { FeedDialog, ImportDialog } from "./late-views.tsx";
import { queryOf } from "./views.ts";
import type { View } from "./views.ts";

export function MoreActs() {
  const navigate = useNavigate();
  const [open, setOpen] = useState<"import" | "feed">();
  const close = () => setOpen(undefined);
  const show = (view: View) =>
    void navigate({ search: queryOf(view) }, { defaultShouldRevalidate: false });
  return (
    <>
      <ul>
        <li>
          <button type="button" className="todo-new-group" onClick={() => setOpen("import")}>
            Import from Todoist…
          </button>
        </li>
        <li>
          <button type="button" className="todo-new-group" onClick={() => setOpen("feed")}>
            Tasks in your calendar…
          </button>
        </li>
      </ul>
      {open === "import" ? <ImportDialog onShow={show} onClose={close} /> : null}
      {open === "feed" ? <FeedDialog onClose={close} /> : null}
    </>
  );
}
