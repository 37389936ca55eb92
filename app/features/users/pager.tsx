import { Button, Group } from "@mantine/core";

/** Pages by a mark that the server gives: there is a way back and a way on, and no last page to jump to. */
export function Pager({
  page,
  hasNext,
  onBack,
  onNext,
}: {
  /** From 1. */
  page: number;
  hasNext: boolean;
  onBack: () => void;
  onNext: () => void;
}) {
  if (page === 1 && !hasNext) return null;
  return (
    <nav aria-label="Pages" className="pager">
      <Group gap="sm">
        <Button variant="default" disabled={page === 1} onClick={onBack}>
          Previous
        </Button>
        <span aria-live="polite">Page {page}</span>
        <Button variant="default" disabled={!hasNext} onClick={onNext}>
          Next
        </Button>
      </Group>
    </nav>
  );
}
