/** `GET /api/drive/thumb?owner=&id=&object=`: a small picture of a stored one, for who may see that. */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { DriveThumbs } from "../../drive/thumbs.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { fileOfDrive } from "./tickets.ts";

const often = { burst: 3000, perMinute: 3000 };
/** An object is never another picture; an account that was put out sees what its own browser kept no longer than this. */
const keptS = 3600;

export function createDriveThumbEndpoint(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  thumbs: DriveThumbs;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint {
  const { thumbs } = deps;
  const countedCaller = createCountedCaller({ ...deps, ...often });
  return {
    method: "GET",
    path: "/api/drive/thumb",
    maxBodyBytes: 0,
    answer: orUnavailable(async (asked: ApiRequest) => {
      const caller = await countedCaller(asked);
      if (caller instanceof Response) return caller;
      const query = Object.fromEntries(new URL(asked.request.url).searchParams);
      const wanted = fileOfDrive.safeParse(query);
      if (!wanted.success) return apiError(400, "invalid-request", "Send owner and id of a file.");
      const found = await thumbs.read(caller, wanted.data, asked.request.signal);
      if (found === "no-file") return apiError(404, "not-found", "There is no such file.");
      if (found === "no-thumb") return apiError(404, "no-thumb", "It has no small picture.");
      if (found === "busy") {
        return apiError(503, "unavailable", "Many pictures are being made. Try again shortly.", {
          "Retry-After": "3",
        });
      }
      return new Response(found, {
        headers: {
          "Content-Type": "image/webp",
          "Cache-Control": `private, max-age=${keptS}`,
          Vary: "Authorization",
        },
      });
    }),
  };
}
