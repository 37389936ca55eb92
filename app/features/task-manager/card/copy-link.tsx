import { Button } from "@mantine/core";
import { tell, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { useBoardApp } from "../store/use-board.ts";
import { addressOf } from "../views.ts";

/** The address of a card, for who is a member. */
export function CopyLink({ card }: { card: string }) {
  const { store } = useBoardApp();
  const copy = async () => {
    const address = new URL(addressOf(store.id, card), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      tell("The link is copied. Members of the board can open it.");
    } catch {
      tellProblem(`The browser did not let it be copied. The link is ${address}`);
    }
  };
  return (
    <Button variant="default" onClick={() => void copy()}>
      Copy link
    </Button>
  );
}
