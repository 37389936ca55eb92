/** What server/app.ts, once bundled, offers to the process. */
import type { PublicVisit } from "#lib/boards/public-board.ts";
import type { ContactVisit } from "#lib/contact/contact-form.ts";
import type { SharedPage } from "#lib/drive/share-link.ts";
import type { MapSource } from "#lib/map-source.ts";
import type { PublicBackend } from "#lib/server-backend.ts";

type RenderOptions = {
  backend: PublicBackend;
  origin: string;
  nonce: string;
  reportError: (error: unknown) => void;
  /** Whether the page asks the browser to keep it; not unless said. */
  serviceWorker?: boolean;
  /** For pages that may show a map; none unless said. */
  map?: MapSource | undefined;
  /** For the page with the contact form. */
  contact?: ContactVisit;
  /** For the page of a public board. */
  visit?: PublicVisit | undefined;
  /** For the page of a share link. */
  shared?: SharedPage | undefined;
};

export type Render = (
  request: Request,
  options: RenderOptions,
) => Promise<{
  response: Response;
  /** False when something that the page shows could not be loaded: such a page must not be kept. */
  complete: boolean;
}>;
