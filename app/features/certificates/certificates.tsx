import { useState } from "react";
import type { Image } from "#lib/documents/parts.ts";
import type { CertificateRow } from "./certificates.server.ts";

export default function Certificates({ data }: { data: CertificateRow[] }) {
  const [issuer, setIssuer] = useState("");
  const [skill, setSkill] = useState("");
  const found = data.filter(
    (row) => (!issuer || row.issuer === issuer) && (!skill || row.skills.includes(skill)),
  );

  if (data.length === 0) {
    return (
      <>
        <h1>Certificates</h1>
        <p className="lead after-title">
          Nothing is on show yet. Certificates appear here once they are published.
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Certificates</h1>
      <div className="filters scripted">
        <Choice
          label="Issuer"
          all="All issuers"
          values={data.map((row) => row.issuer)}
          onChoose={setIssuer}
        />
        <Choice
          label="Skill"
          all="All skills"
          values={data.flatMap((row) => row.skills)}
          onChoose={setSkill}
        />
        <output className="quiet">
          {found.length === 0
            ? "No certificate matches. Try another issuer or skill."
            : `${found.length} ${found.length === 1 ? "certificate" : "certificates"}`}
        </output>
      </div>
      <ol className="ledger">
        {found.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ol>
    </>
  );
}

type ChoiceProps = {
  label: string;
  all: string;
  values: string[];
  onChoose: (value: string) => void;
};

function Choice({ label, all, values, onChoose }: ChoiceProps) {
  return (
    <label>
      {label}
      <select onChange={(event) => onChoose(event.target.value)}>
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
      <div>
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
      {image ? <Preview id={`image-${row.id}`} title={title} image={image} /> : null}
    </li>
  );
}

/** The small picture opens the large one in a popover: closed by Esc, its button or a tap outside, without scripts. */
function Preview({ id, title, image }: { id: string; title: string; image: Image }) {
  return (
    <>
      <button type="button" className="thumb no-print" popoverTarget={id}>
        <img {...image} alt={`Enlarge: ${image.alt || title}`} loading="lazy" decoding="async" />
      </button>
      <dialog className="lightbox" id={id} popover="auto" aria-label={title}>
        <img {...image} alt={image.alt} loading="lazy" decoding="async" />
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
