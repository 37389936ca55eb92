import { useId, useRef } from "react";
import { Link } from "react-router";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import type { Image } from "#lib/documents/parts.ts";
import type { CertificateRow } from "./certificates.server.ts";

const unfiltered = { issuer: "", skill: "" };

export default function Certificates({ data }: { data: CertificateRow[] }) {
  const [filter, setFilter] = useQueryFilter(unfiltered);
  const filters = useRef<HTMLFormElement>(null);
  const { issuer, skill } = filter;
  const found = data.filter(
    (row) => (!issuer || row.issuer === issuer) && (!skill || row.skills.includes(skill)),
  );

  if (data.length === 0) {
    return (
      <>
        <h1>Certificates</h1>
        <p className="lead after-title">
          Nothing is on show here yet. What I have learned so far is in my{" "}
          <Link to="/resume">resume</Link>.
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Certificates</h1>
      <form className="filters scripted" ref={filters}>
        <Choice
          label="Issuer"
          all="All issuers"
          values={data.map((row) => row.issuer)}
          chosen={issuer}
          onChoose={(value) => setFilter({ ...filter, issuer: value })}
        />
        <Choice
          label="Skill"
          all="All skills"
          values={data.flatMap((row) => row.skills)}
          chosen={skill}
          onChoose={(value) => setFilter({ ...filter, skill: value })}
        />
        <output className="quiet">
          {found.length || "No"} {found.length === 1 ? "certificate" : "certificates"}
        </output>
      </form>
      {found.length > 0 ? (
        <ol className="ledger">
          {found.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ol>
      ) : (
        <div className="nothing">
          <p className="lead">No certificate matches. Try another issuer or skill.</p>
          <button
            type="button"
            onClick={() => {
              setFilter(unfiltered);
              filters.current?.querySelector("select")?.focus();
            }}
          >
            Clear filters
          </button>
        </div>
      )}
    </>
  );
}

type ChoiceProps = {
  label: string;
  all: string;
  values: string[];
  chosen: string;
  onChoose: (value: string) => void;
};

function Choice({ label, all, values, chosen, onChoose }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={chosen} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{all}</option>
        {[...new Set(values)]
          .filter(Boolean)
          .toSorted()
          .map((value) => (
            <option key={value}>{value}</option>
          ))}
      </select>
    </label>
  );
}

function Row({ row }: { row: CertificateRow }) {
  const { title, issuer, issued, expiry, credentialId, credentialUrl, description, skills, image } =
    row;
  return (
    <li className="entry">
      <p className="when">{issued}</p>
      <div dir="auto">
        <h2>{title}</h2>
        <p className="soft">{issuer}</p>
        {description ? <p className="summary">{description}</p> : null}
        <p className="quiet inline">
          {expiry ? (
            <span className={expiry.expired ? "badge expired" : "badge"}>{expiry.text}</span>
          ) : null}
          {credentialUrl ? (
            <a href={credentialUrl} rel="noopener noreferrer">
              Check credential<span className="unseen"> of {title}</span>
            </a>
          ) : null}
          {credentialId ? <span>No. {credentialId}</span> : null}
        </p>
        {skills.length > 0 ? <p className="quiet">{skills.join(" · ")}</p> : null}
      </div>
      {image ? <Preview row={row} image={image} /> : null}
    </li>
  );
}

/** The small picture opens the large one in a popover: closed by Esc, its button or a tap outside, without scripts. */
function Preview({ row: { title, issuer, issued }, image }: { row: CertificateRow; image: Image }) {
  const id = useId();
  return (
    <>
      <button type="button" className="thumb no-print" popoverTarget={id}>
        <img {...image} alt={`Enlarge: ${image.alt || title}`} loading="lazy" decoding="async" />
      </button>
      <dialog className="lightbox" id={id} popover="auto" aria-label={title}>
        <img {...image} alt={image.alt} loading="lazy" decoding="async" />
        <div className="caption">
          <p className="lead">{title}</p>
          <p className="quiet">{[issuer, issued].filter(Boolean).join(" · ")}</p>
        </div>
        <button
          type="button"
          className="header-button"
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          Close
        </button>
      </dialog>
    </>
  );
}
