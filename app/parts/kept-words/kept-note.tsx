import { Button } from "@mantine/core";

type Props = {
  count: number;
  /** `on two devices at once` */
  how: string;
  onShow: () => void;
};

/** Texts that were written at once: one stands where it belongs, the other one waits. */
export function KeptNote({ count, how, onShow }: Props) {
  return (
    <div className="kept-note">
      <p>
        {count === 1 ? "1 text was" : `${count} texts were`} written {how}. Both are kept.
      </p>
      <Button variant="default" size="compact-md" onClick={onShow}>
        Compare
      </Button>
    </div>
  );
}
