import { Link } from "react-router";
import { useSession } from "#app/session/session.ts";
import type { ContactPageData } from "./contact.server.ts";
import { ContactForm } from "./contact-form.tsx";

export default function Contact({ data }: { data: ContactPageData }) {
  const { ways, hasCard } = data;
  const { user } = useSession();
  const mayChat = user !== undefined && !user.roles.admin;
  return (
    <>
      <h1>Contact</h1>
      <p className="lead after-title">Write a few lines, and the answer comes by mail.</p>
      <div className="contact">
        <ContactForm data={data} />
        {ways.length > 0 || mayChat ? (
          <section className="ways" aria-label="Other ways">
            <dl>
              {ways.map(({ label, links }) => (
                <div key={label}>
                  <dt className="label">{label}</dt>
                  {links.map(({ text, url }, at) => (
                    <dd key={at}>
                      {url ? (
                        <a
                          href={url}
                          rel={label === "Elsewhere" ? "me noopener noreferrer" : undefined}
                        >
                          {text}
                        </a>
                      ) : (
                        text
                      )}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
            {mayChat ? (
              <p>
                <Link to="/Chat?make=owner">Write to the owner in Chat</Link>
              </p>
            ) : null}
            {hasCard ? (
              <p>
                <a href="/contact.vcf">Save as a contact</a>
              </p>
            ) : null}
          </section>
        ) : null}
      </div>
    </>
  );
}
