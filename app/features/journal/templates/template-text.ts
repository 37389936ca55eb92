import { docOf, docText } from "../entry/doc-text.ts";

type Block = { type: string; content?: Block[] };

/** What of a text becomes a template: its pictures are those of its entry, and go with it. @param text rich text as JSON */
export function templateTextOf(text: string): string {
  const doc = docOf(text);
  if (doc === undefined) return "";
  const content = withoutPictures(doc.content);
  return content.length === 0 ? "" : docText({ ...doc, content });
}

/** What had nothing else in it goes, too. */
function withoutPictures(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.type === "image") return [];
    const { content } = block;
    if (content === undefined || content.length === 0) return [block];
    const rest = withoutPictures(content);
    return rest.length === 0 ? [] : [{ ...block, content: rest }];
  });
}
