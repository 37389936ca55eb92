/** /FoodBlogEditTabSwitcher: what was eaten, and what is still to be. Each tab is a tool of its own. */
import { useCallback, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { ContentTool } from "#app/parts/content-editor/content-tool.tsx";
import type { ContentToolFacts } from "#app/parts/content-editor/content-tool-facts.ts";
import { createChoice } from "#app/parts/content-editor/use-selection.ts";
import { useSession } from "#app/session/session.ts";
import { foodTabNames, FoodTabsContext } from "./food-tabs.ts";
import type { FoodTab } from "./food-tabs.ts";
import { useScrollBack } from "./use-scroll-back.ts";
import { postTool } from "./post-tool.tsx";
import { wishTool } from "./wish-tool.tsx";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/food-edit.css";

const tools: Record<FoodTab, { title: string; facts: ContentToolFacts }> = {
  blog: { title: "Blog", facts: postTool },
  wishlist: { title: "Wishlist", facts: wishTool },
};

export default function EditFood() {
  const { user } = useSession();
  // The guard shows this to nobody else.
  return user ? <FoodTabsOf key={user.uid} user={user} /> : null;
}

function FoodTabsOf({ user }: { user: { uid: string; name: string } }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const tab: FoodTab = params.get("tab") === "wishlist" ? "wishlist" : "blog";
  // What is open, and the filters of the list, stand in the address; what is typed is in the outbox.
  const left = useRef(new Map<FoodTab, string>());
  const [choices] = useState(() => ({ blog: createChoice(), wishlist: createChoice() }));
  const scrolled = useRef(new Map<FoodTab, number>());
  const [back, setBack] = useState<number>();
  useScrollBack(tab, back);
  const show = useCallback(
    (next: FoodTab, id?: string) => {
      const now = new URLSearchParams(location.search);
      now.delete("act");
      const shown: FoodTab = now.get("tab") === "wishlist" ? "wishlist" : "blog";
      left.current.set(shown, now.toString());
      scrolled.current.set(shown, scrollY);
      const query = new URLSearchParams(left.current.get(next));
      query.set("tab", next);
      if (id !== undefined) {
        query.delete("view");
        query.set("id", id);
      }
      // A document begins at its top.
      setBack(query.has("id") ? undefined : scrolled.current.get(next));
      void navigate(
        { search: query.toString() },
        { preventScrollReset: true, defaultShouldRevalidate: false },
      );
    },
    [navigate],
  );
  const tabs = useMemo(() => ({ user, show }), [user, show]);

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    const isTurn = ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key);
    if (!isTurn || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next: FoodTab =
      event.key === "Home" || (event.key !== "End" && tab === "wishlist") ? "blog" : "wishlist";
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
    if (next !== tab) show(next);
  }

  return (
    <FoodTabsContext value={tabs}>
      <div className="food-tabs" role="tablist" aria-label="Food" tabIndex={-1} onKeyDown={walk}>
        {foodTabNames.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`food-tab-${name}`}
            data-tab={name}
            aria-selected={name === tab}
            aria-controls="food-tab-panel"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => name !== tab && show(name)}
          >
            {tools[name].title}
          </button>
        ))}
      </div>
      <div id="food-tab-panel" role="tabpanel" aria-labelledby={`food-tab-${tab}`}>
        <ContentTool key={tab} facts={tools[tab].facts} user={user} choice={choices[tab]} />
      </div>
    </FoodTabsContext>
  );
}
