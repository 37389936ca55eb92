/** Whether somebody's name stands on the boards: asked once, and changed at any time. */
import { useEffect, useState } from "react";
import { ownNaming, setOwnNaming } from "./own-naming.ts";

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
  const [isNamed, setNamed] = useState<boolean | null>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isHere = true;
    ownNaming().then(
      (value) => isHere && setNamed(value),
      () => {
        // It is not asked then: what is not agreed to is not shown.
      },
    );
    return () => {
      isHere = false;
    };
  }, []);
  const choose = (value: boolean) => {
    const before = isNamed;
    setNamed(value);
    setProblem(undefined);
    setOwnNaming(value).catch((error: unknown) => {
      setNamed(before);
      setProblem(error instanceof Error ? error.message : "It could not be changed.");
    });
  };
  return { isNamed, problem, choose };
}
