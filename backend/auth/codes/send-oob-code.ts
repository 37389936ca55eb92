/**
 * `accounts:sendOobCode`: a mail with a link. Who asks about an address learns nothing of it: the answer, the reads, the
 * write and the time are the same whether somebody has it or not, and the mail goes off afterwards.
 */
import { OperationError } from "../../sqlite/index.ts";
import { parseEmail } from "../accounts/account-fields.ts";
import type { Account } from "../accounts/account.ts";
import { readActingUser, requireRecentLogin } from "../accounts/acting-user.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";
import type { Client } from "../sessions/sessions.ts";
import type { AuthMail } from "./auth-mail.ts";
import type { Holder } from "./code-operations.ts";
import type { Code } from "./code-store.ts";
import { readContinueUrl } from "./continue-url.ts";
import { linkOf, mailOf, newCode } from "./new-code.ts";
import { hasRoomFor, standingOf, takeRoomFor } from "./standing.ts";

type RequestType = "PASSWORD_RESET" | "EMAIL_SIGNIN" | "VERIFY_EMAIL" | "VERIFY_AND_CHANGE_EMAIL";
type Context = AuthContext;
type Send = (
  context: Context,
  body: Body,
  client: Client,
  to: string | undefined,
) => Promise<string>;

const TYPES: Record<RequestType, Send> = {
  PASSWORD_RESET: sendReset,
  EMAIL_SIGNIN: sendSignIn,
  VERIFY_EMAIL: sendVerification,
  VERIFY_AND_CHANGE_EMAIL: sendChange,
};

export async function sendOobCode(context: AuthContext, body: Body, client: Client) {
  const type = readRequestType(body);
  if (body["returnOobLink"] === true || has(body, "localId")) {
    throw refusal("INSUFFICIENT_PERMISSION");
  }
  if (!context.mails.isOn) {
    throw refusal("OPERATION_NOT_ALLOWED", "This site sends no mail.");
  }
  const email = await TYPES[type](context, body, client, readContinueUrl(context, body));
  return { kind: "identitytoolkit#GetOobConfirmationCodeResponse", email };
}

/** @throws MISSING_REQ_TYPE, INVALID_REQ_TYPE */
export function readRequestType(body: Body): RequestType {
  const type = readString(body, "requestType") ?? "";
  if (type === "" || type === "OOB_REQ_TYPE_UNSPECIFIED") throw refusal("MISSING_REQ_TYPE");
  if (!Object.hasOwn(TYPES, type)) throw refusal("INVALID_REQ_TYPE");
  return type as RequestType;
}

/** @throws MISSING_NEW_EMAIL, INVALID_NEW_EMAIL */
export function readNewEmail(body: Body): string {
  const text = readString(body, "newEmail") ?? "";
  if (text === "") throw refusal("MISSING_NEW_EMAIL");
  try {
    return parseEmail(text);
  } catch {
    throw refusal("INVALID_NEW_EMAIL");
  }
}

/** Nothing is stored or sent yet. */
export function prepareMail(
  context: AuthContext,
  wanted: Pick<Code, "kind" | "email"> & { newEmail?: string | null; account: Account | null },
  continueUrl: string | undefined,
): { code: Code; mail: AuthMail; oobCode: string } {
  const { kind, email, newEmail = null, account } = wanted;
  const { oobCode, draft } = newCode(context, kind);
  const code: Code = { ...draft, kind, uid: account?.uid ?? null, email, newEmail, details: null };
  const link = linkOf(context, kind, oobCode, continueUrl);
  const to = { to: newEmail ?? email, displayName: account?.displayName ?? null };
  return { code, oobCode, mail: mailOf(code, link, to) };
}

async function sendReset(context: Context, body: Body, client: Client, continueUrl?: string) {
  const { email: isOn, emailPrivacy } = context.config.current();
  if (!isOn) throw refusal("OPERATION_NOT_ALLOWED");
  const email = parseEmail(readString(body, "email"));
  await counted(context, client, { kind: "PASSWORD_RESET", to: email }, async () => {
    // Every question takes room, whoever has the address: else what is left would tell who has an account.
    const hasRoom = hasRoomFor(context, "new", "PASSWORD_RESET");
    const wanted = { kind: "PASSWORD_RESET", email, account: null } as const;
    const { code, mail } = prepareMail(context, wanted, continueUrl);
    const refuseUnknown = emailPrivacy ? null : "EMAIL_NOT_FOUND";
    const holder = await context.sqlite.write("auth.putCodeForAddress", { code, refuseUnknown });
    const displayName = holder.displayName === "" ? null : holder.displayName;
    if (!holder.isKnown || holder.isDisabled) return;
    if (hasRoom || mayStillGo(context, holder, mail)) {
      context.mails.sendLater({ ...mail, displayName });
    } else noteHeldBack(context, mail);
  });
  return email;
}

async function sendSignIn(context: Context, body: Body, client: Client, continueUrl?: string) {
  const { email: isOn, emailLink, emailPrivacy, signUp } = context.config.current();
  if (!isOn || !emailLink) throw refusal("OPERATION_NOT_ALLOWED");
  if (continueUrl === undefined) throw refusal("MISSING_CONTINUE_URI");
  const email = parseEmail(readString(body, "email"));
  await counted(context, client, { kind: "EMAIL_SIGNIN", to: email }, async () => {
    const hasRoom = hasRoomFor(context, "new", "EMAIL_SIGNIN");
    const wanted = { kind: "EMAIL_SIGNIN", email, account: null } as const;
    const { code, mail } = prepareMail(context, wanted, continueUrl);
    const refuseUnknown = signUp || emailPrivacy ? null : "ADMIN_ONLY_OPERATION";
    const holder = await context.sqlite.write("auth.putCodeForAddress", { code, refuseUnknown });
    const displayName = holder.isKnown && holder.displayName !== "" ? holder.displayName : null;
    const mayBegin = holder.isKnown ? !holder.isDisabled : signUp;
    if (!mayBegin) return;
    if (hasRoom || mayStillGo(context, holder, mail)) {
      context.mails.sendLater({ ...mail, displayName });
    } else noteHeldBack(context, mail);
  });
  return email;
}

async function sendVerification(
  context: Context,
  body: Body,
  client: Client,
  continueUrl?: string,
) {
  const { account } = await readActingUser(context, body);
  const { email } = account;
  if (email === null) throw refusal("MISSING_EMAIL");
  await counted(context, client, { kind: "VERIFY_EMAIL", to: email }, async () => {
    const wanted = { kind: "VERIFY_EMAIL", email, account } as const;
    takeRoomFor(context, standingOf(account, context.nowMs()), "VERIFY_EMAIL");
    const { code, mail } = prepareMail(context, wanted, continueUrl);
    await context.sqlite.write("auth.putCode", { code });
    await context.mails.send(mail);
  });
  return email;
}

/** To an address that somebody has, nothing is sent, and it is not said. */
async function sendChange(context: Context, body: Body, client: Client, continueUrl?: string) {
  const newEmail = readNewEmail(body);
  const user = await readActingUser(context, body);
  requireRecentLogin(context, user);
  const { account } = user;
  const { email } = account;
  if (email === null) throw refusal("MISSING_EMAIL");
  if (newEmail === email) throw refusal("EMAIL_EXISTS");
  await counted(context, client, { kind: "VERIFY_AND_CHANGE_EMAIL", to: newEmail }, async () => {
    // What strangers without a proved address ask for must not keep others from changing theirs.
    if (account.emailVerified) context.limiter.take("emailChange", { account: account.uid });
    else context.limiter.take("mailToNewcomer", { mail: "VERIFY_AND_CHANGE_EMAIL" });
    const wanted = { kind: "VERIFY_AND_CHANGE_EMAIL", email, newEmail, account } as const;
    const { code, mail } = prepareMail(context, wanted, continueUrl);
    const holder = await context.sqlite.write("auth.putCodeForAddress", {
      code,
      refuseUnknown: null,
    });
    if (!holder.isKnown) context.mails.sendLater(mail);
    else if (!context.config.current().emailPrivacy) throw refusal("EMAIL_EXISTS");
  });
  return email;
}

/** Only what failed by itself does not count. */
async function counted(
  context: AuthContext,
  client: Client,
  { kind, to }: { kind: RequestType; to: string },
  work: () => Promise<void>,
): Promise<void> {
  const keys = { client: client.address, email: to, mail: kind };
  const attempt = context.limiter.take("mail", keys);
  try {
    await work();
  } catch (error) {
    if (!(error instanceof OperationError)) attempt.giveBack();
    throw error;
  }
}

/** There is no room left for newcomers, but the holder of this address is no newcomer. */
function mayStillGo(
  context: AuthContext,
  { isKnown, standing }: Holder,
  { kind }: AuthMail,
): boolean {
  return isKnown && standing !== "new" && hasRoomFor(context, standing, kind);
}

function noteHeldBack(context: AuthContext, { kind }: AuthMail): void {
  context.log.warn({ kind }, "A mail to somebody new here was not sent: too many were asked for");
}
