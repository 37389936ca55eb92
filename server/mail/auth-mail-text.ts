/**
 * The words of the mails that carry a sign-in link. Plain text only: there is one link, every mail program shows it,
 * and nothing in it can be drawn over or tracked. Nothing that an account's holder chose, such as a name, is in them:
 * anyone may open an account with somebody else's address, and would then write to them in the site's name.
 */

/** As the auth room hands it over (backend/auth/codes). */
export type AuthMail = {
  id: string;
  kind:
    | "PASSWORD_RESET"
    | "VERIFY_EMAIL"
    | "EMAIL_SIGNIN"
    | "VERIFY_AND_CHANGE_EMAIL"
    | "RECOVER_EMAIL"
    | "REVERT_SECOND_FACTOR_ADDITION"
    | "PROVIDER_LINKED"
    | "PASSWORD_CHANGED";
  to: string;
  /** Whole, with the code if there is one. */
  link: string;
  /** ms */
  expiresAt: number;
  displayName: string | null;
  newEmail: string | null;
  /** `google.com`, `oidc.x`: as the site's owner calls it. */
  providerId?: string;
};

type Words = { subject: string; what: string; otherwise: string };

/** As they are known; others have the name that the owner gave them. */
const providerNames: Record<string, string> = { "google.com": "Google", "github.com": "GitHub" };

const ignore = "If you did not ask for this, ignore this mail: nothing changes.";

function wordsOf({ kind, newEmail, providerId = "" }: AuthMail, site: string): Words {
  switch (kind) {
    case "PROVIDER_LINKED": {
      const provider = providerNames[providerId] ?? providerId;
      return {
        subject: `${provider} now signs in to ${site}`,
        what: `Your account at ${site} can now be signed in to through ${provider}, too. If that was you, there is nothing to do. If it was not, take it away in your settings:`,
        otherwise: "After that, set a new password and end all other sessions there.",
      };
    }
    case "PASSWORD_CHANGED":
      return {
        subject: `Your password for ${site} was changed`,
        what: `The password of your account at ${site} was changed. If that was you, there is nothing to do. If it was not, ask for a new one here; it ends all sign-ins of before:`,
        otherwise:
          "After that, look in your settings for passkeys and linked sign-ins that are not yours.",
      };
    case "PASSWORD_RESET":
      return {
        subject: `Set a new password for ${site}`,
        what: `Somebody asked to set a new password for your account at ${site}. This link opens the page for it:`,
        otherwise: ignore,
      };
    case "VERIFY_EMAIL":
      return {
        subject: `Confirm your e-mail for ${site}`,
        what: `This link confirms that the account at ${site} with this e-mail is yours:`,
        otherwise: "If you have no account there, ignore this mail: the address stays unconfirmed.",
      };
    case "EMAIL_SIGNIN":
      return {
        subject: `Sign in to ${site}`,
        what: `This link signs you in to ${site}. Open it in the browser in which you asked for it:`,
        otherwise: ignore,
      };
    case "VERIFY_AND_CHANGE_EMAIL":
      return {
        subject: `Confirm your new e-mail for ${site}`,
        what: `Somebody asked to make this the e-mail of their account at ${site}. This link confirms it:`,
        otherwise: "If it was not you, ignore this mail: nothing changes.",
      };
    case "RECOVER_EMAIL":
      return {
        subject: `Your e-mail for ${site} was changed`,
        what: `The e-mail of your account at ${site} was changed${newEmail ? ` to ${newEmail}` : ""}. If that was you, there is nothing to do. If it was not, this link makes this address the account's again:`,
        otherwise: "After that, set a new password: somebody else may know the old one.",
      };
    case "REVERT_SECOND_FACTOR_ADDITION":
      return {
        subject: `Two-step sign-in was switched on for ${site}`,
        what: `A second step was added to how your account at ${site} is signed in to. If that was you, there is nothing to do. If it was not, this link removes it:`,
        otherwise: "After that, set a new password: somebody else may know the old one.",
      };
  }
}

/** `site`: its name, or its address while it has none. */
export function authMailText(mail: AuthMail, site: string): { subject: string; text: string } {
  const { subject, what, otherwise } = wordsOf(mail, site);
  const paragraphs = [
    what,
    mail.link,
    ...(codeOf(mail.link).length > 0
      ? [
          `The link works once, until ${formatInstant(mail.expiresAt)}. Whoever has it can do the same: pass it on to nobody.`,
        ]
      : []),
    otherwise,
    `${site}\n${new URL(mail.link).origin}`,
  ];
  return { subject, text: `${paragraphs.join("\n\n")}\n` };
}

/** The part of a link that is secret. */
export function codeOf(link: string): string[] {
  const code = /[?&]oobCode=([^&#]+)/.exec(link)?.[1];
  return code === undefined ? [] : [code];
}

/** `14:03 UTC on 22 November 2026` */
function formatInstant(ms: number): string {
  const options = { timeZone: "UTC" } as const;
  const at = new Date(ms);
  const time = at.toLocaleTimeString("en-GB", { ...options, hour: "2-digit", minute: "2-digit" });
  const date = at.toLocaleDateString("en-GB", { ...options, dateStyle: "long" });
  return `${time} UTC on ${date}`;
}
