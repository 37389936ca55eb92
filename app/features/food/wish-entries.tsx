import { Link } from "react-router";
import { Picture } from "#app/ui/picture.tsx";
import type { Weekday } from "#lib/food/food-words.ts";
import { isClosed } from "./filter-wishes.ts";
import { MapLink } from "./food-parts.tsx";
import type { Wish } from "./wish-pages.ts";

type EntriesProps = { wishes: readonly Wish[]; today: Weekday | undefined };

export function WishList({ wishes, today }: EntriesProps) {
  return (
    <ol className="ledger wishes">
      {wishes.map((wish) => (
        <li className="entry" id={`wish-${wish.id}`} key={wish.id}>
          <p className="when">{wish.when}</p>
          <div dir="auto">
            <h2>{wish.title}</h2>
            <Matter wish={wish} today={today} />
          </div>
          {wish.image ? (
            <div className="thumb no-print">
              <Picture image={wish.image} sizes="8rem" />
            </div>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

export function WishGrid({ wishes, today }: EntriesProps) {
  return (
    <ul className="cards even wishes">
      {wishes.map((wish) => {
        const initial = /./su.exec(wish.title)?.[0];
        return (
          <li className="card" dir="auto" id={`wish-${wish.id}`} key={wish.id}>
            {wish.image ? (
              <Picture
                className="cover"
                image={wish.image}
                initial={initial}
                sizes="(width < 44em) 88vw, 26rem"
              />
            ) : (
              <div className="cover" data-initial={initial} />
            )}
            <div>
              <h2>{wish.title}</h2>
              <p className="quiet">{wish.when}</p>
              <Matter wish={wish} today={today} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Matter({ wish, today }: { wish: Wish; today: Weekday | undefined }) {
  const { title, isDish, priority, priorityWords, place, notes, tags, source, post } = wish;
  return (
    <>
      {place ? (
        <p className="soft">
          {place.url ? (
            <a href={place.url} rel="noopener noreferrer">
              {place.name}
            </a>
          ) : (
            place.name
          )}
          {place.address ? `, ${place.address}` : null}
        </p>
      ) : isDish ? (
        <p className="soft">A dish to make</p>
      ) : null}
      {notes ? <p className="summary notes">{notes}</p> : null}
      <p className="quiet inline">
        {priority === "normal" || priorityWords === "" ? null : <span>{priorityWords}</span>}
        <Closed wish={wish} today={today} />
        {source ? (
          <span>
            Heard of it:{" "}
            {source.url ? (
              <a href={source.url} rel="noopener noreferrer">
                {source.label}
              </a>
            ) : (
              source.label
            )}
          </span>
        ) : null}
        {post ? (
          <span>
            What I wrote: <Link to={`/foodblog/${post.slug}`}>{post.title}</Link>
          </span>
        ) : null}
        {place?.position ? <MapLink name={place.name || title} href={place.position.href} /> : null}
      </p>
      {tags.length > 0 ? <p className="quiet">{tags.join(" · ")}</p> : null}
    </>
  );
}

function Closed({ wish, today }: { wish: Wish; today: Weekday | undefined }) {
  if (wish.closedWords === "" || wish.status === "visited") return null;
  return isClosed(wish, today) ? (
    <strong>Closed today ({wish.closedWords.replace("Closed on ", "as on ")})</strong>
  ) : (
    <span>{wish.closedWords}</span>
  );
}
