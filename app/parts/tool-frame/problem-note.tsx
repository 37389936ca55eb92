import { Button } from "@mantine/core";

/** Instead of what could not be read, or above what is still the last known. */
export function ProblemNote({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="problem-note" role="alert">
      <p>{text}</p>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
