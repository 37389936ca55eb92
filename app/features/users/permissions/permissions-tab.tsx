/** Who may what, as the rules files decide it: each cell was asked of them and says which rule decided. */
import { useState } from "react";
import { SkeletonRows } from "#app/parts/tool-frame/skeletons.tsx";
import { permissionCallers, permissionVerbs } from "#lib/user-admin.ts";
import type {
  PermissionCaller,
  PermissionCell,
  PermissionRow,
  PermissionVerb,
  Permissions,
} from "#lib/user-admin.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { useAnswer } from "../use-answer.ts";

const serviceNames = {
  firestore: "Documents",
  database: "Live data",
  storage: "Files",
} as const;
const callerNames: Record<PermissionCaller, string> = {
  visitor: "Visitor",
  user: "User",
  editor: "Editor",
  admin: "Admin",
};
const letters: Record<PermissionVerb, string> = {
  get: "read",
  list: "list",
  create: "create",
  update: "change",
  delete: "delete",
};

type Place = { row: PermissionRow; caller: PermissionCaller };

export function PermissionsTab() {
  const { value, problem, refresh } = useAnswer<Permissions>("/api/permissions");
  const [opened, setOpened] = useState<Place>();
  if (value === undefined) {
    if (problem === undefined) return <SkeletonRows rows={12} />;
    return <ProblemNote text={problem} onRetry={refresh} />;
  }
  return (
    <>
      <p className="lead-note">
        What the browser of each may ask of the data, decided just now by the rules files. Choose a
        cell to see which rule decides. All else goes through the server, which asks for the role by
        itself.
        {value.isHosted
          ? " Firebase decides by the copy that was deployed last: deploy the rules when they have changed."
          : ""}
      </p>
      {(["firestore", "database", "storage"] as const).map((service) => (
        <Matrix
          key={service}
          title={serviceNames[service]}
          rows={value.rows.filter((row) => row.service === service)}
          opened={opened}
          onOpen={setOpened}
        />
      ))}
    </>
  );
}

function Matrix({
  title,
  rows,
  opened,
  onOpen,
}: {
  title: string;
  rows: readonly PermissionRow[];
  opened: Place | undefined;
  onOpen: (place: Place | undefined) => void;
}) {
  return (
    <div className="matrix-place">
      {/* It is wider than a phone, and a keyboard has to be able to scroll it. */}
      <section
        className="matrix-scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={`Permissions: ${title}`}
      >
        <table className="matrix">
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">What</th>
              {permissionCallers.map((caller) => (
                <th key={caller} scope="col">
                  {callerNames[caller]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.area} row={row} opened={opened} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Row({
  row,
  opened,
  onOpen,
}: {
  row: PermissionRow;
  opened: Place | undefined;
  onOpen: (place: Place | undefined) => void;
}) {
  const here = opened?.row.area === row.area && opened.row.service === row.service;
  return (
    <>
      <tr>
        <th scope="row">{row.area.charAt(0).toUpperCase() + row.area.slice(1)}</th>
        {permissionCallers.map((caller) => {
          const isOpen = here && opened.caller === caller;
          const text = allowedText(row, caller);
          return (
            <td key={caller}>
              <button
                type="button"
                className="cell"
                data-none={text === "–" || undefined}
                aria-expanded={isOpen}
                onClick={() => onOpen(isOpen ? undefined : { row, caller })}
              >
                {text === "–" ? (
                  <>
                    <span aria-hidden="true">–</span>
                    <span className="unseen">nothing</span>
                  </>
                ) : (
                  text
                )}
              </button>
            </td>
          );
        })}
      </tr>
      {here ? (
        <tr className="why">
          <td colSpan={5}>
            <Why row={row} caller={opened.caller} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function allowedText({ cells }: PermissionRow, caller: PermissionCaller): string {
  const allowed = permissionVerbs.filter((verb) => cells[verb]?.[caller].allowed === true);
  if (allowed.length === 0) return "–";
  const asked = permissionVerbs.filter((verb) => cells[verb] !== undefined);
  if (allowed.length === asked.length && asked.length > 2) return "all";
  return allowed.map((verb) => letters[verb]).join(", ");
}

function Why({ row, caller }: Place) {
  return (
    <dl>
      {permissionVerbs.map((verb) => {
        const cell = row.cells[verb]?.[caller];
        return cell === undefined ? null : <WhyOne key={verb} verb={verb} cell={cell} />;
      })}
    </dl>
  );
}

function WhyOne({ verb, cell }: { verb: PermissionVerb; cell: PermissionCell }) {
  return (
    <>
      <dt>
        {letters[verb]}: {cell.allowed ? "allowed" : "refused"}
      </dt>
      <dd>
        {cell.allowed ? "by " : cell.rule === null ? "no rule is for it" : "asked last: "}
        {cell.rule === null ? null : <code>{cell.rule}</code>}
        <details>
          <summary>Why</summary>
          <pre>{cell.why.join("\n")}</pre>
        </details>
      </dd>
    </>
  );
}
