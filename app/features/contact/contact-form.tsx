/**
 * The form, and what is said to it. A browser can send it by itself and gets the page as the answer; with a script the
 * page stays, and so does what was typed, whatever happens on the way.
 */
import type { SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { contactPath, tooLong, trapField } from "#lib/contact/contact-form.ts";
import type { ContactAnswer, ContactField } from "#lib/contact/contact-form.ts";
import type { ContactPageData } from "./contact.server.ts";
import { forgetDraft, keepDraft, restoreDraft } from "./draft.ts";

const unreachable =
  "The message could not be sent. What you typed stays here: check your connection and send it again.";

/** What is no answer of the form: a sentence of the server, or something on the way. */
async function notTaken(response: Response): Promise<string> {
  const isText = response.headers.get("Content-Type")?.startsWith("text/plain");
  const said = isText ? (await response.text()).trim() : "";
  const reason = said.length < 300 ? said : "";
  return `The message could not be sent. What you typed stays here. ${reason || `The answer was: error ${response.status}. Try again in a while.`}`;
}

/** Where no script moves the focus, the browser does. */
const arrived = { tabIndex: -1, autoFocus: true };

export function ContactForm({ data }: { data: ContactPageData }) {
  const { typed, limits } = data;
  const [answer, setAnswer] = useState(data.answer);
  const [lost, setLost] = useState("");
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const sent = answer?.sent === true;
  const refusal = answer?.sent === false ? answer : undefined;
  const [firstFault] = Object.keys(refusal?.problems ?? {});

  useEffect(() => {
    const form = place.current?.querySelector("form");
    if (sent) forgetDraft();
    else if (form) restoreDraft(form);
  }, [sent]);
  useEffect(() => {
    if (answer) place.current?.querySelector<HTMLElement>("[aria-invalid=true], h2")?.focus();
  }, [answer]);

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const body = new URLSearchParams(new FormData(event.currentTarget) as never);
    setLost("");
    // A field that takes no more letters would cut off what is pasted into it.
    const problem = tooLong(limits.message, body.get("message")!.trim().length);
    if (problem) {
      const token = body.get("token")!;
      setAnswer({ sent: false, status: 400, token, problems: { message: problem } });
      return;
    }
    setBusy(true);
    try {
      const headers = { Accept: "application/json" };
      const signal = AbortSignal.timeout(60_000);
      const response = await fetch(contactPath, { method: "POST", headers, body, signal });
      if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
        setLost(await notTaken(response));
        return;
      }
      const said = (await response.json()) as ContactAnswer;
      // Whatever speaks JSON on the way is not the site.
      if (typeof said.sent !== "boolean") throw new TypeError();
      setAnswer(said);
    } catch {
      setLost(unreachable);
    } finally {
      setBusy(false);
    }
  }

  function field(name: ContactField, label: string, more: object) {
    const problem = refusal?.problems[name];
    const input = {
      id: name,
      name,
      defaultValue: typed[name],
      readOnly: busy,
      maxLength: name === "message" ? undefined : limits[name],
      "aria-invalid": problem !== undefined,
      "aria-describedby": `${name}-problem`,
      autoFocus: name === firstFault,
      ...more,
    };
    return (
      <div>
        <label htmlFor={name}>{label}</label>
        {name === "message" ? <textarea rows={8} {...input} /> : <input {...input} />}
        <p className="fault" id={`${name}-problem`}>
          {problem}
        </p>
      </div>
    );
  }

  return (
    <div ref={place} className="letter no-print">
      {sent ? (
        <>
          <h2 {...arrived}>Your message has arrived</h2>
          <p>
            <a href="/contact">Write another message</a>
          </p>
        </>
      ) : (
        <form
          method="post"
          action={contactPath}
          noValidate
          onInput={(event) => keepDraft(event.currentTarget)}
          onSubmit={(event) => void send(event)}
        >
          <p className="fault" role="alert">
            {lost || refusal?.notice}
          </p>
          {field("name", "Name", { autoComplete: "name", required: true })}
          {field("email", "E-mail", { type: "email", autoComplete: "email", required: true })}
          {field("subject", "Subject (optional)", {})}
          {field("message", "Message", { required: true })}
          <p className="unseen" aria-hidden="true">
            <label>
              Leave this empty
              <input name={trapField} tabIndex={-1} autoComplete="off" />
            </label>
          </p>
          <input type="hidden" name="token" value={refusal?.token ?? data.token} />
          <button type="submit" aria-disabled={busy}>
            {busy ? "Sending..." : "Send"}
          </button>
        </form>
      )}
    </div>
  );
}
