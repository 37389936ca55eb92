import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { callApi } from "#app/live/api.ts";
import { offerUndo, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { firstSteps } from "#lib/first-steps.ts";
import type { FirstStep, FirstSteps } from "#lib/first-steps.ts";
import { queryOf } from "../sections.ts";
import { ClearStarter } from "./clear-starter.tsx";

const words: Record<
  Exclude<FirstStep, "starter">,
  { title: string; text: string; path: string }
> = {
  name: {
    title: "Say who you are",
    text: "Your name and title in the resume, or your own line in the profile.",
    path: at("resume"),
  },
  photo: { title: "Add a photo", text: "It stands on the about page.", path: at("profile") },
  resume: {
    title: "Bring in your resume",
    text: "Import a JSON Resume file, or write it here.",
    path: at("resume"),
  },
  project: {
    title: "Publish your first project",
    text: "By hand or from GitHub.",
    path: "/EditProjects",
  },
  look: {
    title: "Choose your colour or faces",
    text: "Every page takes them on.",
    path: at("look"),
  },
  mail: {
    title: "Send a test mail",
    text: "So that contact messages and password links reach people.",
    path: at("health"),
  },
  backup: {
    title: "Make a back-up and keep its key",
    text: "Without the key nobody can read it, you included.",
    path: at("backups"),
  },
};

function at(section: Parameters<typeof queryOf>[0]): string {
  return `/WebsiteManager${queryOf(section)}`;
}

type Props = { steps: FirstSteps; onChanged: () => void };

export function Checklist({ steps: { done, isDismissed }, onChanged }: Props) {
  const [isClearing, setClearing] = useState(false);
  const steps = firstSteps.filter((step) => done[step] !== undefined);
  const count = steps.filter((step) => done[step]).length;
  const dismiss = async (to: boolean) => {
    await callApi("POST", "/api/first-steps/dismiss", { isDismissed: to });
    onChanged();
  };
  const putAway = async () => {
    try {
      await dismiss(true);
      offerUndo({ text: "The first steps are put away.", undo: () => dismiss(false) });
    } catch (error) {
      tellProblem(problemText(error));
    }
  };
  const goWithoutMail = async (withoutMail: boolean) => {
    await callApi("POST", "/api/first-steps/dismiss", { withoutMail });
    onChanged();
  };
  const leaveMailOut = async () => {
    try {
      await goWithoutMail(true);
      offerUndo({ text: "The site does without mail.", undo: () => goWithoutMail(false) });
    } catch (error) {
      tellProblem(problemText(error));
    }
  };
  if (isDismissed) {
    return (
      <p className="website-put-away">
        <span className="faint">
          {count} of {steps.length} first steps are done.
        </span>{" "}
        <Button
          variant="subtle"
          onClick={() => {
            dismiss(false).catch((error: unknown) => tellProblem(problemText(error)));
          }}
        >
          Show them
        </Button>
      </p>
    );
  }
  return (
    <section aria-labelledby="steps-title">
      <div className="website-steps-head">
        <h3 id="steps-title">First steps</h3>
        <span className="faint number">
          {count} of {steps.length} done
        </span>
        <Button variant="subtle" onClick={() => void putAway()}>
          Put away
        </Button>
      </div>
      <ol className="website-steps">
        {steps.map((step) =>
          step === "starter" ? (
            <li key={step} data-done={done.starter ? "" : undefined}>
              <Mark isDone={done.starter === true} />
              <div>
                <p>Remove the starter content</p>
                <p className="faint">
                  {done.starter
                    ? "Everything here is yours, and search engines may list it."
                    : "The last step: what is left of the invented person goes, and search engines may list the site."}
                </p>
              </div>
              {done.starter ? null : (
                <Button
                  variant={count < steps.length - 1 ? "default" : "filled"}
                  onClick={() => setClearing(true)}
                >
                  Remove the starter content
                </Button>
              )}
            </li>
          ) : (
            <li key={step} data-done={done[step] ? "" : undefined}>
              <Mark isDone={done[step] === true} />
              <div>
                <p>
                  <Link to={words[step].path}>{words[step].title}</Link>
                </p>
                <p className="faint">{words[step].text}</p>
              </div>
              {step === "mail" && done.mail !== true ? (
                <Button variant="subtle" onClick={() => void leaveMailOut()}>
                  I do without mail
                </Button>
              ) : null}
            </li>
          ),
        )}
      </ol>
      {isClearing ? (
        <ClearStarter
          onClose={() => setClearing(false)}
          onCleared={() => {
            setClearing(false);
            onChanged();
          }}
        />
      ) : null}
    </section>
  );
}

function Mark({ isDone }: { isDone: boolean }) {
  return (
    <span className="website-mark">
      <span aria-hidden="true">{isDone ? "✓" : ""}</span>
      <span className="unseen">{isDone ? "Done:" : "To do:"}</span>
    </span>
  );
}
