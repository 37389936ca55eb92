/** Repositories of somebody on GitHub, each to become a project's draft. */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import { ApiError, callApi } from "#app/live/api.ts";
import { createDraft } from "#app/live/drafts/create-draft.ts";
import { newContentId } from "#app/parts/content-editor/content-api.ts";
import { shortDayOf } from "#app/parts/tool-frame/when.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { Modal } from "#app/ui/modal.tsx";
import { emptyFields } from "#lib/content/kinds.ts";
import type { ResumeDocument } from "#lib/documents/resume.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ImportableRepository, ImportedProject } from "#lib/imported-project.ts";
import { profileUser } from "#lib/profile-user.ts";

type Props = {
  user: { uid: string; name: string };
  onClose: () => void;
  /** Drafts are there. */
  onMade: () => void;
};

type Outcome = "waiting" | "reading" | "done" | { failed: string };

const nameOf = ({ owner, repo }: ImportableRepository) => `${owner}/${repo}`;

export function GithubImport({ user, onClose, onMade }: Props) {
  const id = useId();
  const [name, setName] = useState("");
  const [repositories, setRepositories] = useState<readonly ImportableRepository[]>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isOpen = true;
    const fill = async () => {
      const own = await ownName();
      if (isOpen) setName((typed) => typed || own);
    };
    void fill();
    return () => {
      isOpen = false;
    };
  }, []);

  async function list(): Promise<void> {
    const asked = name.trim();
    if (asked === "") return setProblem("Enter the name of somebody on GitHub.");
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await callApi<{ repositories: ImportableRepository[] }>(
        "POST",
        "/api/github-import/list",
        { user: asked },
      );
      setRepositories(answer.repositories);
      setChosen(new Set());
      setOutcomes(new Map());
      if (answer.repositories.length === 0) setProblem(`${asked} has no public repositories.`);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  }

  async function bring(): Promise<void> {
    setBusy(true);
    let made = 0;
    const failed = new Set<string>();
    const wanted = (repositories ?? []).filter((one) => chosen.has(nameOf(one)));
    // One after the other: GitHub counts how often it is asked.
    for (const repository of wanted) {
      const key = nameOf(repository);
      const say = (outcome: Outcome) => setOutcomes((all) => new Map(all).set(key, outcome));
      say("reading");
      try {
        await bringOne(repository, user);
        made += 1;
        say("done");
      } catch (error) {
        failed.add(key);
        say({ failed: sentenceOf(error) });
      }
    }
    setBusy(false);
    if (made > 0) {
      onMade();
      tell(`${made} ${made === 1 ? "draft" : "drafts"} made. Look at them before you publish.`);
    }
    if (failed.size === 0) onClose();
    else setChosen(failed);
  }

  return (
    <Modal label={id} onClose={onClose} className="modal github-import">
      <h2 id={id}>Import from GitHub</h2>
      <p className="confirm-text">
        Each repository becomes a draft with its description, topics, languages and read-me. Nobody
        sees it before you publish it.
      </p>
      <form
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void list();
        }}
      >
        <div className="keep-version">
          <TextInput
            label="Name on GitHub"
            autoComplete="off"
            spellCheck={false}
            value={name}
            maxLength={40}
            error={problem}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isBusy && repositories === undefined}>
            Show repositories
          </Button>
        </div>
      </form>
      {repositories === undefined || repositories.length === 0 ? null : (
        <fieldset className="repositories" disabled={isBusy}>
          <legend>Repositories</legend>
          <ul className="plain-list">
            {repositories.map((one) => (
              <li key={nameOf(one)}>
                <Checkbox
                  checked={chosen.has(nameOf(one))}
                  disabled={outcomes.get(nameOf(one)) === "done"}
                  onChange={({ currentTarget: { checked } }) =>
                    setChosen((before) => {
                      const next = new Set(before);
                      if (checked) next.add(nameOf(one));
                      else next.delete(nameOf(one));
                      return next;
                    })
                  }
                  label={<bdi>{one.repo}</bdi>}
                  description={<bdi>{detailOf(one)}</bdi>}
                />
                <OutcomeWords outcome={outcomes.get(nameOf(one))} />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {repositories === undefined ? null : (
          <Button disabled={chosen.size === 0} loading={isBusy} onClick={() => void bring()}>
            {chosen.size < 2 ? "Make a draft" : `Make ${chosen.size} drafts`}
          </Button>
        )}
      </div>
    </Modal>
  );
}

function OutcomeWords({ outcome }: { outcome: Outcome | undefined }) {
  if (outcome === undefined || outcome === "waiting") return null;
  if (outcome === "reading") return <p className="faint">Reading…</p>;
  if (outcome === "done") return <p className="faint">The draft is made.</p>;
  return (
    <p className="content-problem" role="alert">
      {outcome.failed}
    </p>
  );
}

function detailOf({ description, language, isFork, isArchived, pushedAt }: ImportableRepository) {
  const marks = [language, isFork && "fork", isArchived && "archived", shortDayOf(pushedAt)];
  return [description, marks.filter(Boolean).join(", ")].filter(Boolean).join(" · ");
}

/** Whom the resume names on GitHub; empty when it names nobody, or cannot be read. */
async function ownName(): Promise<string> {
  try {
    const answer = await fetch("/resume.json");
    return (
      profileUser(answer.ok ? ((await answer.json()) as ResumeDocument) : null, "github") ?? ""
    );
  } catch {
    // It can be typed.
    return "";
  }
}

async function bringOne({ owner, repo }: ImportableRepository, user: Props["user"]): Promise<void> {
  const answer = await callApi<{ project: ImportedProject }>("POST", "/api/github-import/project", {
    owner,
    repo,
  });
  const fields = { ...emptyFields("projects"), ...(answer.project as unknown as PlainFields) };
  await createDraft({ kind: "projects", id: newContentId(), fields, user });
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof Error && error.message !== "") return error.message;
  return "It was not imported. Try it again in a moment.";
}
