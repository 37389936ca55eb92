import { useLayoutEffect, useRef } from "react";
import { FileField } from "../media/file-field.tsx";
import { PictureField } from "../media/picture-field.tsx";
import { fileValueOf, pictureValueOf } from "../media/picture-value.ts";
import { PicturesField } from "../media/pictures-field.tsx";
import type { PictureProblems } from "../media/pictures-field.tsx";
import type {
  Problems,
  FileField as FileFieldOf,
  PictureField as PictureFieldOf,
  PicturesField as PicturesFieldOf,
} from "./field.ts";
import { FieldFrame } from "./field-frame.tsx";
import { problemsBelow, useForm, useProblemsBelow } from "./form-state.ts";

type Props<Field> = {
  field: Field;
  path: string;
  value: unknown;
  onValue: (value: unknown) => void;
};

export function PictureKindField({ field, path, value, onValue }: Props<PictureFieldOf>) {
  const { disabled } = useForm();
  const { alt, other } = pictureProblems(useProblemsBelow(path));
  return (
    <FieldFrame path={path} label={field.label} help={field.help} below={other}>
      <PictureField
        label={field.label}
        value={pictureValueOf(value)}
        altProblem={alt}
        disabled={disabled}
        onChange={onValue}
      />
    </FieldFrame>
  );
}

export function PicturesKindField({ field, path, value, onValue }: Props<PicturesFieldOf>) {
  const { disabled } = useForm();
  const below = useProblemsBelow(path);
  const pictures = (Array.isArray(value) ? value : []).flatMap(
    (each) => pictureValueOf(each) ?? [],
  );
  return (
    <FieldFrame path={path} label={field.label} help={field.help}>
      <PicturesField
        path={path}
        label={field.label}
        value={pictures}
        problems={pictures.map((_, at) => pictureProblems(problemsBelow(below, `${at}`)))}
        disabled={disabled}
        onChange={onValue}
      />
    </FieldFrame>
  );
}

export function FileKindField({
  field: { name, label, help, picture: pictureName, pictureAlt },
  path,
  whole,
  onPatch,
}: {
  field: FileFieldOf;
  path: string;
  whole: Readonly<Record<string, unknown>>;
  onPatch: (patch: Record<string, unknown>) => void;
}) {
  const { disabled } = useForm();
  const [below] = Object.values(useProblemsBelow(path));
  // What arrives later meets what is there then.
  const now = useRef({ whole, onPatch });
  useLayoutEffect(() => {
    now.current = { whole, onPatch };
  });
  return (
    <FieldFrame path={path} label={label} help={help} below={below}>
      <FileField
        label={label}
        value={fileValueOf(whole[name])}
        disabled={disabled}
        hasPicture={pictureName !== undefined && pictureValueOf(whole[pictureName]) !== undefined}
        onChange={(file) => now.current.onPatch({ [name]: file })}
        onFirstPage={
          pictureName === undefined
            ? undefined
            : (added) => {
                const alt = pictureAlt?.(now.current.whole) ?? "";
                now.current.onPatch({ [pictureName]: { ...added, alt } });
              }
        }
      />
    </FieldFrame>
  );
}

/** That of the description, which has a field, and the first of what is wrong with the picture itself. */
function pictureProblems({ alt, ...others }: Problems): PictureProblems {
  return { alt, other: Object.values(others)[0] };
}
