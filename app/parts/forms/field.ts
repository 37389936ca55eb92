/** What a form is made of: see docs/forms.md. */

type Named = {
  /** Of the value in the form's object. */
  name: string;
  label: string;
  help?: string;
};

type TextKind = "text" | "area" | "slug" | "href" | "email" | "date" | "partial-date" | "colour";

/** An emptied `text`, `area` or `slug` is `""`; any other is taken away: its value becomes undefined. */
export type TextField = Named & {
  kind: TextKind;
  /** Characters. What is longer is not cut off: it is said how much is too much. */
  maxLength?: number;
  placeholder?: string;
  /** For `text`. */
  suggestions?: readonly string[];
};

export type NumberField = Named & { kind: "number"; min?: number; max?: number; step?: number };

/** `string[]`; `suggestions` are those that are used elsewhere. */
export type WordsField = Named & {
  kind: "words";
  maxLength?: number;
  suggestions?: readonly string[];
};

export type SwitchField = Named & { kind: "switch" };

export type SelectField = Named & {
  kind: "select";
  options: readonly { value: string; label: string }[];
  /** What stands there for no choice; without it something is always chosen. */
  none?: string;
};

/** A number of half stars from 0.5 to 5; cleared it is taken away. */
export type RatingField = Named & { kind: "rating" };

/** `{ minor, currency }`: in the currency's smallest unit, and its code (ISO 4217); emptied it is taken away. */
export type MoneyField = Named & { kind: "money" };

/** `string[]` of any of a few, in their order. */
export type ChoicesField = Named & {
  kind: "choices";
  options: readonly { value: string; label: string }[];
};

/** `string[]` with an order, a line each. */
export type TextsField = Named & {
  kind: "texts";
  maxLength?: number;
  placeholder?: string;
  /** On the button: "Add a line". */
  add?: string;
};

/** Objects with an order. */
export type ListField = Named & {
  kind: "list";
  item: readonly Field[];
  itemTitle: (item: Record<string, unknown>) => string;
  /** On the button: "Add a link". */
  add: string;
  /** What a new one begins as; `{}` without it. */
  fresh?: () => Record<string, unknown>;
};

/** An object of its own. */
export type GroupField = Named & { kind: "group"; fields: readonly Field[] };

/** A ProseMirror document. */
export type RichTextField = Named & { kind: "rich-text" };

/** `PictureValue`, and a list of them, of app/parts/media. */
export type PictureField = Named & { kind: "picture" };
export type PicturesField = Named & { kind: "pictures" };

/** A PDF: `{ src, bytes }`. */
export type FileField = Named & {
  kind: "file";
  /** Name of the picture beside it, in the same object, that its first page becomes when there is none. */
  picture?: string;
  /** The alternative text that such a picture begins with. */
  pictureAlt?: (value: Record<string, unknown>) => string;
};

export type Field =
  | TextField
  | NumberField
  | WordsField
  | SwitchField
  | SelectField
  | RatingField
  | MoneyField
  | ChoicesField
  | TextsField
  | ListField
  | GroupField
  | RichTextField
  | PictureField
  | PicturesField
  | FileField;

/** Sentences by path: `links.0.url`. */
export type Problems = Readonly<Record<string, string>>;
