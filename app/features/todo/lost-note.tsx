/** Texts that were written on two devices at once: one stands in the task, the other one waits here. */
import { Button } from "@mantine/core";
import { useLostTexts } from "./use-todos.ts";
import type { View } from "./views.ts";

export function LostNote({ view, onShow }: { view: View; onShow: () => void }) {
  const lost = useLostTexts();
  if (lost.length === 0 || view.kind === "lost") return null;
  const count = lost.length === 1 ? "1 text was" : `${lost.length} texts were`;
  return (
    <div className="todo-lost-note">
      <p>{count} written on two devices at once. Both are kept.</p>
      <Button variant="default" size="compact-md" onClick={onShow}>
        Compare
      </Button>
    </div>
  );
}
