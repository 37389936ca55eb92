/** Model and price of an answer, or why there is none and what can be done about it. */
import { Link } from "react-router";
import type { AiModel } from "#lib/ai/api.ts";
import type { Offer } from "./offer.ts";
import type { KnownAi } from "./use-ai.ts";
import { readAi } from "./use-ai.ts";
import { priceWords, tokens, wayOut, whyNotWords } from "./words.ts";
// A style sheet has nothing to name.
// oxlint-disable-next-line import/no-unassigned-import
import "../../../styles/chat-ai.css";

type Props = {
  id?: string;
  uid: string;
  ai: KnownAi & { balance: number };
  offer: Offer | undefined;
  onModel: (id: string) => void;
  /** Said where there will be no answer. */
  instead?: string | undefined;
};

export function OfferLine({ id, uid, ai, offer, onModel, instead = "" }: Props) {
  if (offer === undefined) {
    return (
      <div className="ai-offer" id={id}>
        {ai.status === "failed" ? (
          <>
            <span>What an answer costs is not known: the server cannot be reached. {instead}</span>{" "}
            <button type="button" className="act" onClick={() => void readAi(uid)}>
              Try again
            </button>
          </>
        ) : (
          <span className="faint">Asking what an answer costs…</span>
        )}
      </div>
    );
  }
  if ("why" in offer) {
    const way = wayOut(offer);
    return (
      <div className="ai-offer" id={id} data-why={offer.why}>
        <output>
          {whyNotWords(offer)} {instead}
        </output>
        {way ? (
          <Link to={way.path} defaultShouldRevalidate={false}>
            {way.title}
          </Link>
        ) : null}
      </div>
    );
  }
  return (
    <div className="ai-offer" id={id}>
      <Models models={ai.state?.models ?? []} chosen={offer.model} onModel={onModel} />
      <output>
        {priceWords(offer)}
        <span className="faint">; you have {tokens(ai.balance)}</span>
      </output>
    </div>
  );
}

type ModelsProps = {
  models: readonly AiModel[];
  chosen: AiModel;
  onModel: (id: string) => void;
};

function Models({ models, chosen, onModel }: ModelsProps) {
  if (models.length < 2) return <span className="ai-model">{chosen.name}</span>;
  return (
    <select
      className="ai-model"
      aria-label="Model"
      value={chosen.id}
      onChange={({ currentTarget }) => onModel(currentTarget.value)}
    >
      {models.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
