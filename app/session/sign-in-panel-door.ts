/** What the panel says about new accounts. */
import type { SignUpPolicy } from "#lib/sign-up-policy.ts";
import type { KnownInvite } from "./invite.ts";
import type { LinkSecrets } from "./link-secrets.ts";

/** Shown where no account can be made. */
export const doorTexts = {
  invite: "New here? An account needs an invite link from the owner of this site.",
  closed: "This site makes no new accounts. Its owner can tell you more.",
};

/** Whether an account can be made here now; what is not known yet is not held against anybody. */
export function doorOf({
  policy = "open",
  hasInvite,
  invite,
}: {
  policy: SignUpPolicy | undefined;
  hasInvite: boolean;
  invite: KnownInvite | undefined;
}): SignUpPolicy {
  if (policy === "invite" && hasInvite && invite !== "gone") return "open";
  return policy;
}

/** A sentence above the form, for who came by a link. `known`: what the server says of its invite, as soon as it does. */
export function leadOf({
  owner,
  invite,
  known,
}: LinkSecrets & { known: KnownInvite | undefined }): string | undefined {
  if (owner !== undefined)
    return "If this link is still valid, it makes the account you use here the owner of this site.";
  if (known === "gone")
    return "This invite does not work any more: it has been used, has ended or was taken back. Ask who gave it to you for another.";
  if (known?.role === "editor")
    return "You are invited to this site as an editor. With an account you can change what it shows.";
  return invite === undefined ? undefined : "You are invited to this site.";
}
