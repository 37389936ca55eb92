/** `POST /api/drive/acts` {owner, acts} and `POST /api/drive/open` {}: a drive is changed and begun. docs/files.md */
import { driveActs } from "#lib/drive/acts.ts";
import { mostActs } from "#lib/drive/limits.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { DriveActs } from "../../drive/acts.ts";
import type { OpenDrive } from "../../drive/open-drive.ts";
import { DriveBusyError } from "../../drive/store.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";

/** A hundred acts with the longest names, all of them escaped. */
const maxBodyBytes = 1_000_000;

export function createDriveActEndpoints(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  acts: DriveActs;
  open: OpenDrive;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { acts, open } = deps;
  // An upload of a thousand small files says so of each ten or so; a copy of a folder of each hundred.
  const acting = createCountedCaller({ ...deps, burst: 600, perMinute: 300 });
  const opening = createCountedCaller({ ...deps, burst: 30, perMinute: 30 });

  async function change(asked: ApiRequest): Promise<Response> {
    const caller = await acting(asked);
    if (caller instanceof Response) return caller;
    const { data } = driveActs.safeParse(parseJson(asked.body));
    if (data === undefined) {
      const text = `Send {owner, acts} as JSON, with at most ${mostActs} acts.`;
      return apiError(400, "invalid-request", text);
    }
    try {
      return Response.json({ results: await acts.run(caller.uid, data.owner, data.acts) });
    } catch (error) {
      if (!(error instanceof DriveBusyError)) throw error;
      const text = "Others change these files at the same time. Try again.";
      return apiError(503, "busy", text, { "Retry-After": "1" });
    }
  }

  async function begin(asked: ApiRequest): Promise<Response> {
    const caller = await opening(asked);
    if (caller instanceof Response) return caller;
    await open(caller.uid);
    return Response.json({});
  }

  return [
    { method: "POST", path: "/api/drive/acts", maxBodyBytes, answer: orUnavailable(change) },
    { method: "POST", path: "/api/drive/open", maxBodyBytes: 1000, answer: orUnavailable(begin) },
  ];
}
