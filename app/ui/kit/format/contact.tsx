import { MailLink } from "~/ui/kit/email-address";

type ContactProps = { name: string | null; title?: string | null; email: string | null; phone: string | null };

/** A person to write to or to call, a line for each part. Returns null if nothing is known. */
export function contactOf({ name, title, email, phone }: ContactProps) {
  if (!name && !title && !email && !phone) return null;
  return (
    <>
      {name && <div>{name}</div>}
      {title && <div className="glip-muted">{title}</div>}
      {email && (
        <div>
          <MailLink value={email} />
        </div>
      )}
      {phone && <div>{phone}</div>}
    </>
  );
}
