import { useEffect, useRef } from "react";

export function MailSent({
  titleId,
  email,
  sendsMail,
  onBack,
}: {
  titleId: string;
  email: string;
  sendsMail: boolean;
  onBack: () => void;
}) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <section className="sign-in" aria-labelledby={titleId}>
      <h2 id={titleId}>{sendsMail ? "Look into your mail" : "Ask the owner"}</h2>
      <output>
        {sendsMail ? (
          <>
            If <bdi>{email}</bdi> may sign in here, a mail with a link is on its way. Open it in
            this browser.
          </>
        ) : (
          <>
            This site sends no mail by itself. If <bdi>{email}</bdi> may sign in here, a link for it
            lies ready: ask the owner of the site for it, and open it in this browser.
          </>
        )}
      </output>
      <p>
        <button ref={back} type="button" className="as-link" onClick={onBack}>
          Back
        </button>
      </p>
    </section>
  );
}
