import { useCallback } from "react";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { useBoardApp } from "./store/use-board.ts";
import { useAddress } from "./use-address.ts";

/** Ends a board for who looks at it: it is closed first, so that nothing of it is denied to them. Fails it, it is opened again. */
export function useGoodbye(): (act: () => Promise<void>, said: string) => Promise<void> {
  const { store, close } = useBoardApp();
  const { go } = useAddress();
  const { id } = store;
  return useCallback(
    async (act, said) => {
      go({}, { replace: true });
      close();
      try {
        await act();
        tell(said);
      } catch (error) {
        tellProblem(problemText(error));
        go({ board: id }, { replace: true });
      }
    },
    [go, close, id],
  );
}
