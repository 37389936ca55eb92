/** Markdown of an answer as elements: no HTML, no pictures, no address but of the web and of mail. */
import type { MarkedToken, Token, Tokens } from "marked";
import { Fragment, type ReactNode, memo, useMemo } from "react";
import { CodeBlock } from "./code-block.tsx";
import { addressOf, lettersOf, otherHost, readMarkdown } from "./read-markdown.ts";

type Props = {
  text: string;
  /** More is to come. */
  isComing?: boolean;
  /** Blocks of the language `foyer`: what they propose. */
  renderProposal: (json: string, isComing: boolean) => ReactNode;
};

const mostDepth = 12;
const mostBlocks = 400;
const mostCells = 1500;
const mostColumns = 40;

export const Markdown = memo(function Markdown({ text, isComing = false, renderProposal }: Props) {
  const { blocks, links } = useMemo(() => readMarkdown(text, isComing), [text, isComing]);
  const rest = blocks.slice(mostBlocks).map(({ raw }) => raw);
  return (
    <>
      {blocks.slice(0, mostBlocks).map((token, at) => {
        const isLast = isComing && at === blocks.length - 1;
        // oxlint-disable-next-line react/no-array-index-key -- they only ever come at the end
        return <Block key={at} {...{ token, links, isLast, renderProposal }} />;
      })}
      {rest.length > 0 ? <p className="ai-rest">{rest.join("")}</p> : null}
    </>
  );
});

type BlockProps = {
  token: Token;
  links: number;
  isLast: boolean;
  renderProposal: Props["renderProposal"];
};

/** While an answer comes, its last block alone is drawn anew. */
const Block = memo(
  function Block({ token, isLast, renderProposal }: BlockProps) {
    if (token.type === "code" && languageOf(token as Tokens.Code) === "foyer") {
      return renderProposal((token as Tokens.Code).text, isLast);
    }
    return blockOf(token as MarkedToken, 0);
  },
  (one, other) =>
    one.token.raw === other.token.raw &&
    one.token.type === other.token.type &&
    one.links === other.links &&
    one.isLast === other.isLast &&
    one.renderProposal === other.renderProposal,
);

const languageOf = ({ lang = "" }: Tokens.Code) => /^\S{1,24}/u.exec(lang)?.[0] ?? "";

function blocksOf(tokens: readonly Token[], depth: number): ReactNode {
  return tokens.map((token, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- they have no other name
    <Fragment key={at}>{blockOf(token as MarkedToken, depth + 1)}</Fragment>
  ));
}

function blockOf(token: MarkedToken, depth: number): ReactNode {
  if (depth > mostDepth) return token.raw;
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "hr":
      return <hr />;
    case "heading":
      return <h4 data-depth={token.depth}>{inlineOf(token.tokens, depth)}</h4>;
    case "paragraph":
      return <p>{inlineOf(token.tokens, depth)}</p>;
    case "blockquote":
      return <blockquote>{blocksOf(token.tokens, depth)}</blockquote>;
    case "code":
      return <CodeBlock language={languageOf(token)} text={token.text} />;
    case "list":
      return listOf(token, depth);
    case "table":
      return tableOf(token, depth);
    case "html":
      return <p>{token.raw.trim()}</p>;
    case "text":
      return token.tokens ? inlineOf(token.tokens, depth) : lettersOf(token.text);
    default:
      return inlinePart(token, depth);
  }
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const lines = items.map(({ task, checked, tokens }, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- items have no other name
    <li key={at} data-task={task || undefined}>
      {task ? (
        <>
          <span className="ai-task" data-done={checked || undefined} aria-hidden="true" />
          <span className="unseen">{checked ? "Done: " : "To do: "}</span>
        </>
      ) : null}
      {blocksOf(
        tokens.filter(({ type }) => type !== "checkbox"),
        depth,
      )}
    </li>
  ));
  return ordered ? <ol start={start === "" ? 1 : start}>{lines}</ol> : <ul>{lines}</ul>;
}

function tableOf({ header, rows, align }: Tokens.Table, depth: number): ReactNode {
  const columns = Math.min(header.length, mostColumns);
  const cells = (of: readonly Tokens.TableCell[], Cell: "th" | "td") =>
    of.slice(0, columns).map(({ tokens }, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- columns have no other name
      <Cell key={at} data-align={align[at] ?? undefined}>
        {inlineOf(tokens, depth)}
      </Cell>
    ));
  return (
    // Wide ones are scrolled, by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div className="ai-table" role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>{cells(header, "th")}</tr>
        </thead>
        <tbody>
          {rows.slice(0, Math.ceil(mostCells / columns)).map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
            <tr key={at}>{cells(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inlineOf(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  return tokens?.map((token, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- they have no other name
    <Fragment key={at}>{inlinePart(token as MarkedToken, depth + 1)}</Fragment>
  ));
}

function inlinePart(token: MarkedToken, depth: number): ReactNode {
  if (depth > mostDepth) return token.raw;
  switch (token.type) {
    case "strong":
      return <strong>{inlineOf(token.tokens, depth)}</strong>;
    case "em":
      return <em>{inlineOf(token.tokens, depth)}</em>;
    case "del":
      return <s>{inlineOf(token.tokens, depth)}</s>;
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "link":
      return linkTo(token.href, token.text, inlineOf(token.tokens, depth) ?? token.text);
    case "image": {
      // It would tell another site who reads this.
      const name = lettersOf(token.text).trim() || token.href;
      return linkTo(token.href, name, `Picture: ${name}`);
    }
    case "escape":
      return token.text;
    case "text":
      return token.tokens ? inlineOf(token.tokens, depth) : lettersOf(token.text);
    default:
      return token.raw;
  }
}

function linkTo(href: string, words: string, shown: ReactNode): ReactNode {
  const address = addressOf(href);
  if (address === undefined) return shown;
  const host = otherHost(words, address);
  return (
    <>
      <a href={address} title={address} rel="nofollow ugc noopener noreferrer" target="_blank">
        {shown}
      </a>
      {host === undefined ? null : ` (leads to ${host})`}
    </>
  );
}
