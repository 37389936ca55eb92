import type { SampleShare } from "#lib/server-backend.ts";
import { SampleBar } from "./sample-bar.tsx";

type Announcement = { text: string; url?: string | undefined };

/** What stands above the header: the skip link, and notices when there are any. */
export function TopBar({
  announcement,
  sample,
}: {
  announcement: Announcement | undefined;
  sample: SampleShare;
}) {
  return (
    <div className="top-bar">
      <a className="skip" href="#main">
        Skip to content
      </a>
      {announcement || sample ? (
        <aside className="notices" aria-label="Notices">
          {announcement ? (
            <p>
              {announcement.url ? (
                <a href={announcement.url}>{announcement.text}</a>
              ) : (
                announcement.text
              )}
            </p>
          ) : null}
          {sample ? <SampleBar share={sample} /> : null}
        </aside>
      ) : null}
    </div>
  );
}
