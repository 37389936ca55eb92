/** Views at the side; where there is no room, behind a button that says where one is. */
import { memo, useId, useState } from "react";
import { Link } from "react-router";
import type { Drive } from "#app/live/drive/drive.ts";
import { SpaceBar } from "./late-views.tsx";
import { type FilesView, searchOf, viewTitles } from "./views.ts";

const views: readonly FilesView[] = [
  "files",
  "recent",
  "starred",
  "shared",
  "links",
  "trash",
  "space",
];

type Props = { view: FilesView; drive: Drive | undefined };

/** It stays as it is while rows are chosen. */
export const FilesNav = memo(function FilesNav({ view, drive }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <nav className="drive-nav" aria-label="Views of your files" data-open={isOpen || undefined}>
      <button
        type="button"
        className="drive-nav-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {viewTitles[view]}
      </button>
      <div id={id} className="drive-nav-body">
        <ul>
          {views.map((of) => (
            <li key={of}>
              <Link
                to={{ search: searchOf({ view: of === "files" ? "" : of }) }}
                aria-current={view === of ? "page" : undefined}
                // What is dragged onto it goes into the drive itself.
                data-folder={of === "files" ? "" : undefined}
                draggable={false}
                defaultShouldRevalidate={false}
                onClick={() => setOpen(false)}
              >
                {viewTitles[of]}
              </Link>
            </li>
          ))}
        </ul>
        {drive ? <SpaceBar drive={drive} /> : null}
      </div>
    </nav>
  );
});
