/** A text as documents keep it: lib/rich-text/schema.ts says what may be in it. */
export type RichTextDoc = { type: "doc"; content: { type: string; [key: string]: unknown }[] };
