/** The page that every link of a mail leads to, and where a mail for a new password is asked for. */
import type { ReactNode } from "react";
import { useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { lazyPage } from "#app/ui/lazy-page.tsx";
import formStyles from "../../styles/forgot-password.css?url";
import { FormPlace } from "./form-place.tsx";
import { hideLinkQuery } from "./hide-link-query.ts";
import { MailForm } from "./mail-form.tsx";

// Who only asks for a mail needs nothing of it.
const OpenedLink = lazyPage(() => import("./opened-link.tsx"));

export default function ForgotPassword() {
  return (
    <>
      {/* Here and not in the head: the styles of every page come first, and decide which layer wins. */}
      <link rel="stylesheet" href={formStyles} />
      <LinkOrForm />
    </>
  );
}

function LinkOrForm() {
  const { key } = useLocation();
  // The server knows no link, and the browser begins with what the server has shown.
  const query = useSyncExternalStore(
    never,
    () => queryAt(key),
    () => undefined,
  );
  const [answer, setAnswer] = useState<ReactNode>();
  if (query !== undefined) return <OpenedLink key={query} query={query} />;
  if (answer) return answer;
  return (
    <>
      <h1>Forgot password</h1>
      <p className="lead after-title">
        Type the e-mail of your account, and a link to set a new password comes by mail.
      </p>
      <FormPlace>
        <MailForm onAnswer={setAnswer} />
      </FormPlace>
    </>
  );
}

let held: { key: string; query: string | undefined } | undefined;

/** What the page opened with. It shows that to the end, also when the link is used and forgotten. */
function queryAt(key: string): string | undefined {
  if (held?.key !== key) held = { key, query: hideLinkQuery() };
  return held.query;
}

const never = () => () => {};
