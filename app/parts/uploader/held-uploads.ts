/** The uploads of who is signed in: a browser gives a file to this tab only, so what is closed has to be chosen again. */
import { openUploads } from "#app/live/uploads/open-uploads.ts";
import { holdForSession } from "./hold-for-session.ts";
import { isUnderWay } from "./upload-words.ts";

export const uploadsOf = holdForSession(openUploads, isUnderWay);
