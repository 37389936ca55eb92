/** A message's words with their marks: elements only, and no address but of the web and of mail. */
import { Fragment, type ReactNode, memo } from "react";
import { type Block, type Inline, readMarks } from "./marks.ts";

type Props = { text: string; uid: string; isEdited?: boolean };

export const MessageText = memo(function MessageText({ text, uid, isEdited = false }: Props) {
  return (
    <div className="chat-text" dir="auto">
      {blocksOf(readMarks(text), uid)}
      {isEdited ? <span className="faint chat-edited"> (edited)</span> : null}
    </div>
  );
});

function blocksOf(blocks: readonly Block[], uid: string): ReactNode {
  return blocks.map((block, at) => {
    // They are drawn anew as one.
    const key = at;
    switch (block.kind) {
      case "paragraph":
        return (
          <p key={key}>
            {block.lines.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines have no other name
              <Fragment key={index}>
                {index > 0 ? <br /> : null}
                {inlineOf(line, uid)}
              </Fragment>
            ))}
          </p>
        );
      case "quote":
        return <blockquote key={key}>{blocksOf(block.blocks, uid)}</blockquote>;
      case "code":
        return (
          // Long lines are scrolled, by keys too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre key={key} tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        );
      default: {
        const items = block.items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- items have no other name
          <li key={index}>{inlineOf(item, uid)}</li>
        ));
        return block.isOrdered ? (
          <ol key={key} start={block.start}>
            {items}
          </ol>
        ) : (
          <ul key={key}>{items}</ul>
        );
      }
    }
  });
}

function inlineOf(parts: readonly Inline[], uid: string): ReactNode {
  return parts.map((part, at) => {
    const key = at;
    switch (part.kind) {
      case "text":
        return <Fragment key={key}>{part.text}</Fragment>;
      case "code":
        return <code key={key}>{part.text}</code>;
      case "bold":
        return <strong key={key}>{inlineOf(part.parts, uid)}</strong>;
      case "italic":
        return <em key={key}>{inlineOf(part.parts, uid)}</em>;
      case "struck":
        return <s key={key}>{inlineOf(part.parts, uid)}</s>;
      case "link":
        return (
          <a key={key} href={part.href} rel="nofollow ugc noopener noreferrer" target="_blank">
            {part.text}
          </a>
        );
      default:
        return (
          <span key={key} className="chat-mention" data-me={part.uid === uid || undefined}>
            @{part.name}
          </span>
        );
    }
  });
}
