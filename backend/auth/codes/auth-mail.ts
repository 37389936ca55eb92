/** What this room asks to be sent. Words and transport are the mailer's. */

/** Its link carries a code. */
export type CodeKind =
  | "PASSWORD_RESET"
  | "VERIFY_EMAIL"
  | "EMAIL_SIGNIN"
  | "VERIFY_AND_CHANGE_EMAIL"
  | "RECOVER_EMAIL"
  | "REVERT_SECOND_FACTOR_ADDITION";

/** Its link leads to a page of the site and may be followed any time. */
export type NewsKind = "PROVIDER_LINKED" | "PASSWORD_CHANGED";

export type AuthMailKind = CodeKind | NewsKind;

export type AuthMail = {
  /** Of this mail; no secret. */
  id: string;
  kind: AuthMailKind;
  to: string;
  /** Whole, with the code if there is one. */
  link: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  displayName: string | null;
  newEmail: string | null;
  /** Of a provider that became a way in. */
  providerId?: string;
};

export type AuthMailer = {
  /** Resolves when the message is kept for sending; never waits for a mail server. */
  send(mail: AuthMail): Promise<void>;
  /** Codes of these mails are used or void: what is kept of them is to be purged. */
  forget(ids: readonly string[]): Promise<void>;
};
