import { AskForMail } from "./ask-for-mail.tsx";
import { CheckedLink } from "./checked-link.tsx";
import { parseLink } from "./mail-link.ts";
import { MailSignIn } from "./mail-sign-in.tsx";

const damaged =
  "This link is not whole. Copy it from the mail once more, all of it, or ask for a new mail.";

/** The page as a link of a mail opens it. `query`: of the link. */
export default function OpenedLink({ query }: { query: string }) {
  const link = parseLink(query, location.origin);
  if (link === "damaged") return <AskForMail why={damaged} />;
  if (link.mode === "signIn") return <MailSignIn code={link.code} returnTo={link.returnTo} />;
  return <CheckedLink mode={link.mode} code={link.code} />;
}
