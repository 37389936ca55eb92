/** /AdminLeetCodeView: the problems, what is twice, what is to be repeated, and what is read of LeetCode. */
import type { ComponentType, KeyboardEvent } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { ContentTool } from "#app/parts/content-editor/content-tool.tsx";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { ToolFrame } from "#app/parts/tool-frame/tool-frame.tsx";
import { useSession } from "#app/session/session.ts";
import type { SessionUser } from "#app/session/session.ts";
import { problemTool } from "./problem-tool.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/leetcode-admin.css";

export type TabProps = { user: SessionUser };

function waiting(title: string) {
  return (
    <ToolFrame title={title}>
      <SkeletonRows rows={6} />
    </ToolFrame>
  );
}

const tabs: readonly { id: string; title: string; Body?: ComponentType<TabProps> }[] = [
  { id: "problems", title: "Problems" },
  {
    id: "duplicates",
    title: "Duplicates",
    Body: latePart(
      async () => (await import("./duplicates-tab.tsx")).DuplicatesTab,
      waiting("Duplicates"),
    ),
  },
  {
    id: "review",
    title: "Review",
    Body: latePart(async () => (await import("./review-tab.tsx")).ReviewTab, waiting("Review")),
  },
  {
    id: "sync",
    title: "Sync",
    Body: latePart(async () => (await import("./sync-tab.tsx")).SyncTab, waiting("Sync")),
  },
];

export default function LeetCodeAdmin() {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <Tabs key={user.uid} user={user} /> : null;
}

function Tabs({ user }: TabProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === params.get("tab")),
  );
  const { id: current, Body } = tabs[at]!;

  function show(id: string): void {
    // Filters of the list stay; what is open does not: it is another place.
    const query = new URLSearchParams(location.search);
    for (const name of ["act", "id", "view", "tab"]) query.delete(name);
    if (id !== "problems") query.set("tab", id);
    void navigate(
      { search: query.toString() },
      { preventScrollReset: true, defaultShouldRevalidate: false },
    );
  }

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    const places: Record<string, number> = {
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      ArrowRight: (at + 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = tabs[places[event.key] ?? -1];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
    if (next.id !== current) show(next.id);
  }

  return (
    <>
      <div
        className="leetcode-tabs"
        role="tablist"
        aria-label="LeetCode"
        tabIndex={-1}
        onKeyDown={walk}
      >
        {tabs.map(({ id, title: name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`leetcode-tab-${id}`}
            data-tab={id}
            aria-selected={id === current}
            aria-controls="leetcode-tab-panel"
            tabIndex={id === current ? 0 : -1}
            onClick={() => id !== current && show(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="leetcode-tab-panel" role="tabpanel" aria-labelledby={`leetcode-tab-${current}`}>
        {Body === undefined ? (
          <ContentTool facts={problemTool} user={user} />
        ) : (
          <Body key={current} user={user} />
        )}
      </div>
    </>
  );
}
