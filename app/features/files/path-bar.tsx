/** Where the shown folder lies; each step is a place to go to, and to drop files on. */
import { Link } from "react-router";
import { searchOf } from "./views.ts";

type Props = {
  path: readonly { id: string; name: string }[];
  /** Empty: one's own. */
  owner: string;
};

export function PathBar({ path, owner }: Props) {
  return (
    <nav className="drive-path" aria-label="Folder">
      <ol>
        {path.map(({ id, name }, index) => (
          <li key={id}>
            {index === path.length - 1 ? (
              <span aria-current="page" dir="auto">
                {name}
              </span>
            ) : (
              <Link
                to={{ search: searchOf({ owner, folder: id }) }}
                data-folder={id}
                draggable={false}
                defaultShouldRevalidate={false}
                dir="auto"
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
