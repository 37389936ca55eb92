import { useId, useRef } from "react";
import type { ChangeEvent } from "react";
import { Link } from "react-router";
import { Lightbox } from "#app/parts/lightbox/lightbox.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { useQueryFilter } from "#app/ui/use-query-filter.ts";
import type { Image } from "#lib/documents/parts.ts";
import type { CertificateRow, CertificatesData } from "./certificate-rows.ts";

const unfiltered = { words: "", issuer: "", skill: "" };
/** So many are seen at a glance. */
const fewRows = 12;

export default function Certificates({ data: { rows, hasResume } }: { data: CertificatesData }) {
  const [filter, setFilter] = useQueryFilter(unfiltered);
  const filters = useRef<HTMLFormElement>(null);
  const change = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    setFilter({ ...filter, [target.name]: target.value });
  const found = rows.filter((row) => matches(row, filter));

  if (rows.length === 0) {
    return (
      <>
        <h1>Certificates</h1>
        <p className="lead after-title">
          Nothing is on show here yet.
          {hasResume ? (
            <>
              {" "}
              What I have learned so far is in my <Link to="/resume">resume</Link>.
            </>
          ) : null}
        </p>
      </>
    );
  }
  return (
    <>
      <h1>Certificates</h1>
      <form className="filters scripted" ref={filters} onSubmit={(event) => event.preventDefault()}>
        {rows.length > fewRows ? (
          <label>
            Search
            <input
              type="search"
              name="words"
              autoComplete="off"
              value={filter.words}
              onChange={change}
            />
          </label>
        ) : null}
        <Choice
          label="Issuer"
          name="issuer"
          all="All issuers"
          values={rows.map((row) => row.issuer)}
          chosen={filter.issuer}
          onChange={change}
        />
        <Choice
          label="Skill"
          name="skill"
          all="All skills"
          values={rows.flatMap((row) => row.skills)}
          chosen={filter.skill}
          onChange={change}
        />
        <output className="quiet">
          {found.length || "No"} {found.length === 1 ? "certificate" : "certificates"}
        </output>
      </form>
      {found.length > 0 ? (
        <ol className="ledger">
          {found.map((row) => (
            <CertificateEntry key={row.id} row={row} />
          ))}
        </ol>
      ) : (
        <div className="nothing">
          <p className="lead">No certificate matches. Try fewer words, another issuer or skill.</p>
          <button
            type="button"
            onClick={() => {
              setFilter(unfiltered);
              filters.current?.querySelector<HTMLElement>("input, select")?.focus();
            }}
          >
            Clear filters
          </button>
        </div>
      )}
    </>
  );
}

function matches(row: CertificateRow, { words, issuer, skill }: typeof unfiltered): boolean {
  const text = [row.title, row.issuer, row.description, row.credentialId, ...row.skills]
    .join(" ")
    .toLowerCase();
  return (
    (!issuer || row.issuer === issuer) &&
    (!skill || row.skills.includes(skill)) &&
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  );
}

type ChoiceProps = {
  label: string;
  name: keyof typeof unfiltered;
  all: string;
  values: string[];
  chosen: string;
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void;
};

function Choice({ label, name, all, values, chosen, onChange }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} value={chosen} onChange={onChange}>
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

export function CertificateEntry({ row }: { row: CertificateRow }) {
  const { id, title, issuer, issued, expiry, credentialId, credentialUrl, description } = row;
  const { skills, image, file } = row;
  return (
    <li className="entry" id={`certificate-${id}`}>
      <p className="when">{issued}</p>
      <div dir="auto">
        <h2>{title}</h2>
        <p className="soft">{issuer}</p>
        {description ? <p className="summary">{description}</p> : null}
        <p className="quiet inline">
          {expiry ? <span className={`badge ${expiry.kind}`}>{expiry.text}</span> : null}
          {credentialUrl ? (
            <a href={credentialUrl} rel="noopener noreferrer">
              Check credential<span className="unseen"> of {title}</span>
            </a>
          ) : null}
          {file ? (
            <a href={file.src} target="_blank" rel="noopener">
              Open PDF<span className="unseen"> of {title} in a new tab</span>, {file.size}
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

function Preview({ row, image }: { row: CertificateRow; image: Image }) {
  const { title, issuer, issued, file } = row;
  const id = useId();
  const large = { ...image, alt: image.alt || title };
  return (
    <>
      <button type="button" className="thumb no-print" popoverTarget={id}>
        <Picture image={{ ...large, alt: `Enlarge: ${large.alt}` }} sizes="8rem" />
      </button>
      <Lightbox id={id} label={title} image={large}>
        <p className="lead">{title}</p>
        <p className="quiet">{[issuer, issued].filter(Boolean).join(" · ")}</p>
        {file ? (
          <p>
            <a href={file.src} target="_blank" rel="noopener">
              Open PDF
            </a>
          </p>
        ) : null}
      </Lightbox>
    </>
  );
}
