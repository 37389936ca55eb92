/** What server/app.ts, once bundled, offers to the process. */
import type { PublicBackend } from "#lib/server-backend.ts";

type RenderOptions = {
  backend: PublicBackend;
  origin: string;
  nonce: string;
  reportError: (error: unknown) => void;
};

export type Render = (
  request: Request,
  options: RenderOptions,
) => Promise<{
  response: Response;
  /** False when something that the page shows could not be loaded: such a page must not be kept. */
  complete: boolean;
}>;
