/** `/api/account/profile` and `/api/account/avatar`: what others see of one's own account. */
import * as z from "zod/mini";
import { faultOfKey } from "#lib/database-key.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { isVisible, usernameMaxLength, usernameOf } from "#lib/user-record.ts";
import { deletionClaim } from "../../accounts/claim-roles.ts";
import { removeAvatar, setAvatar } from "../../account-data/avatar.ts";
import type { AvatarBackend, MakeAvatar } from "../../account-data/avatar.ts";
import { signedInCaller } from "../../http/admin-caller.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { parseJson } from "../../http/parse-json.ts";
import { ImageError } from "../../images/errors.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { refuseFault, refuseTooMany } from "./refuse-account.ts";

/** Of the picture as it is sent. */
const maxPictureBytes = 10 * 1024 * 1024;
const base64Chars = Math.ceil(maxPictureBytes / 3) * 4;

const profileBody = z.object({
  name: z.optional(z.string().check(z.maxLength(usernameMaxLength), z.refine(isVisible))),
  findable: z.optional(z.boolean()),
});
const avatarBody = z.object({
  image: z.string().check(z.maxLength(base64Chars), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
});

export function createProfileEndpoints(deps: {
  backend: AvatarBackend & Pick<ServerBackend, "verifyIdToken">;
  makeAvatar: MakeAvatar;
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint[] {
  const { backend, makeAvatar, origin, now } = deps;
  const changes = createRateLimit({ burst: 30, perMinute: 20, now });
  const pictures = createRateLimit({ burst: 10, perMinute: 2, now });

  function endpoint(
    path: Endpoint["path"],
    maxBodyBytes: number,
    work: (uid: string, request: ApiRequest) => Promise<Response>,
  ): Endpoint {
    const limit = maxBodyBytes > 10_000 ? pictures : changes;
    return {
      method: "POST",
      path,
      maxBodyBytes,
      async answer(asked) {
        try {
          const caller = await signedInCaller(asked.request, backend);
          if (caller instanceof Response) return caller;
          return refuseTooMany(limit, caller.uid) ?? (await work(caller.uid, asked));
        } catch (error) {
          if (error instanceof ImageError) return refusePicture(error);
          return refuseFault(error);
        }
      },
    };
  }

  return [
    endpoint("/api/account/profile", 2000, async (uid, { body }) => {
      const parsed = profileBody.safeParse(parseJson(body));
      const text = `Send {name} of 1 to ${usernameMaxLength} characters, {findable}, or both.`;
      if (!parsed.success || faultOfKey(uid) !== undefined) {
        return apiError(400, "invalid-request", text);
      }
      return changeProfile(backend, uid, parsed.data);
    }),
    endpoint("/api/account/avatar", base64Chars + 100, async (uid, { body, request }) => {
      const parsed = avatarBody.safeParse(parseJson(body));
      if (!parsed.success) {
        return apiError(400, "invalid-request", "Send {image} of at most 10 MB as base64.");
      }
      const bytes = Buffer.from(parsed.data.image, "base64");
      const { signal } = request;
      return Response.json({
        url: await setAvatar(backend, uid, { bytes, make: makeAvatar, origin: origin(), signal }),
      });
    }),
    endpoint("/api/account/avatar/remove", 100, async (uid) => {
      await removeAvatar(backend, uid);
      return Response.json({ url: null });
    }),
  ];
}

async function changeProfile(
  backend: AvatarBackend,
  uid: string,
  { name: wanted, findable }: { name?: string | undefined; findable?: boolean | undefined },
): Promise<Response> {
  const { value } = await backend.getValue(`users/${uid}/name`);
  if (value === null)
    return apiError(409, "refused", "This account has no record yet. Sign in again.");
  if (findable === true && (await backend.getAccount(uid))?.claims[deletionClaim] !== undefined) {
    return apiError(409, "refused", "This account is about to be deleted. Keep it first.");
  }
  const values: Record<string, string | boolean> = {};
  if (findable !== undefined) values[`profiles/${uid}/findable`] = findable;
  if (wanted !== undefined) {
    const name = usernameOf(wanted);
    values[`users/${uid}/name`] = name;
    values[`profiles/${uid}/name`] = name;
    await backend.updateAccount(uid, { displayName: name });
  }
  if (Object.keys(values).length > 0) await backend.updateValues(values);
  return Response.json({ name: wanted === undefined ? value : usernameOf(wanted) });
}

function refusePicture(error: ImageError): Response {
  const text =
    error.status === 422
      ? "This file is not a picture that can be used. Choose a JPEG, PNG or WebP file."
      : error.message;
  return apiError(error.status, error.status === 422 ? "unfit-picture" : "busy", text);
}
