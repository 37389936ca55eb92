/** What every field of a form knows. */
import { createContext, useContext, useState } from "react";
import type { FocusEvent } from "react";
import type { Problems } from "./field.ts";

export type FormState = { problems: Problems; disabled: boolean };

export const FormContext = createContext<FormState>({ problems: {}, disabled: false });

export function useForm(): FormState {
  return useContext(FormContext);
}

/**
 * The sentence about the value at `path`, and what the field's element takes to be gentle with it: nobody is corrected
 * while they write, unless they came to correct it.
 */
export function useProblem(path: string): {
  problem: string | undefined;
  watch: { onFocus: () => void; onBlur: (event: FocusEvent<HTMLElement>) => void };
} {
  const current = useForm().problems[path];
  // Undefined while the field has not the focus.
  const [atFocus, setAtFocus] = useState<{ hadProblem: boolean }>();
  return {
    problem: atFocus?.hadProblem === false ? undefined : current,
    watch: {
      onFocus: () => setAtFocus((before) => before ?? { hadProblem: current !== undefined }),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setAtFocus(undefined);
      },
    },
  };
}

export function useProblemsBelow(path: string): Problems {
  return problemsBelow(useForm().problems, path);
}

/** Problems of what stands below `path`, by the rest of their path: `2.alt`. */
export function problemsBelow(problems: Problems, path: string): Problems {
  const prefix = `${path}.`;
  return Object.fromEntries(
    Object.entries(problems)
      .filter(([place]) => place.startsWith(prefix))
      .map(([place, text]) => [place.slice(prefix.length), text]),
  );
}
