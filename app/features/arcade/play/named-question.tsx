/** Whether somebody's name stands on the boards: asked once, and changed at any time. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { askOwnNaming, ownNaming, setOwnNaming, subscribeNaming } from "./own-naming.ts";

export function NamedQuestion() {
  const { isNamed, problem, choose } = useNaming();
  if (problem !== undefined) return <p role="alert">{problem}</p>;
  if (isNamed !== null) return null;
  return (
    <div className="named-question">
      <p>Others see your place. May they see your name?</p>
      <p className="panel-acts">
        <button type="button" onClick={() => choose(true)}>
          Show my name
        </button>
        <button type="button" onClick={() => choose(false)}>
          Stay unnamed
        </button>
      </p>
    </div>
  );
}

/** Of who is signed in. */
export function NamedSwitch() {
  const { isNamed, problem, choose } = useNaming();
  if (isNamed === undefined && problem === undefined) return null;
  return (
    <p className="named-switch">
      <label>
        <input
          type="checkbox"
          checked={isNamed === true}
          onChange={({ currentTarget }) => choose(currentTarget.checked)}
        />{" "}
        Show my name on the boards
      </label>
      {problem === undefined ? null : <span role="alert"> {problem}</span>}
    </p>
  );
}

/** `isNamed` is undefined while it is not known. */
function useNaming() {
  const isNamed = useSyncExternalStore(subscribeNaming, ownNaming, () => undefined);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    askOwnNaming().catch(() => {
      // It is not asked then: what is not agreed to is not shown.
    });
  }, []);
  const choose = (value: boolean) => {
    setProblem(undefined);
    setOwnNaming(value).catch((error: unknown) =>
      setProblem(error instanceof Error ? error.message : "It could not be changed."),
    );
  };
  return { isNamed, problem, choose };
}
