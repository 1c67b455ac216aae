import type { ReactNode } from "react";
import type { MessageSide, SubmissionStatus } from "#db/enumerations";
import type { Paged } from "~/lists/paging";
import { DateTime } from "~/ui/kit/format/date-time";
import { FileSize } from "~/ui/kit/format/file-size";
import { Icon } from "~/ui/kit/icon";
import { hrefWith } from "~/ui/kit/list/list-address";
import { Pagination } from "~/ui/kit/list/pagination";
import { EmptyState, PastLastPage } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import type { ShownPromise } from "~/ui/promise/promise";
import type { FieldConstraints } from "~/web/forms/form-state";
import { MessageForm, type RefusedMessage } from "./message-form";

interface ShownMessage {
  id: string;
  side: MessageSide;
  body: string;
  asksAnswer: boolean;
  createdAt: string;
  /** Null for a message of the government that its reader's organization got. */
  author: { name: string } | null;
  files: readonly { id: string; fileName: string; sizeBytes: number }[];
}

/** The ID of the heading, for links to the messages. */
export const MESSAGES_ID = "messages";

interface MessagesProps {
  submissionId: string;
  /** One page of messages, newest first. */
  list: Paged<ShownMessage>;
  /** The query of the page's address. */
  query: Record<string, string>;
  /** Who reads and writes here, in a sentence. */
  about: string;
  /** The form, or why there is none. */
  children: ReactNode;
}

function Messages({ submissionId, list, query, about, children }: MessagesProps) {
  const { items, total } = list;
  const hrefFor = (page: number) => `${hrefWith(query, { messagesPage: String(page) })}#${MESSAGES_ID}`;
  return (
    <Section title={`Messages (${total})`} id={MESSAGES_ID}>
      <p className="usa-hint">{about}</p>
      {children}
      {items.length > 0 ? (
        <ol className="glip-notes">
          {items.map((message) => (
            <MessageItem key={message.id} submissionId={submissionId} message={message} />
          ))}
        </ol>
      ) : total > 0 ? (
        <PastLastPage what="The messages have" firstPage={hrefFor(1)} />
      ) : (
        <EmptyState title="No messages yet" />
      )}
      <Pagination {...list} hrefFor={hrefFor} />
    </Section>
  );
}

const ARCHIVED = "The submission is archived, so nobody can write new messages.";

type GovernmentMessagesProps = Pick<MessagesProps, "list" | "query"> & {
  submission: { id: string; status: SubmissionStatus; promise: Pick<ShownPromise, "state" | "isOverdue"> };
  /** Null for people who may not write. */
  constraints: FieldConstraints | null;
  refused: RefusedMessage | undefined;
};

/** The messages with a submission's organization, for its reviewers. */
export function GovernmentMessages({ submission, list, query, constraints, refused }: GovernmentMessagesProps) {
  const { id, status, promise } = submission;
  const isPromised = ["RUNNING", "STOPPED"].includes(promise.state) || promise.isOverdue;
  return (
    <Messages
      submissionId={id}
      list={list}
      query={query}
      about="The organization reads these messages, without the names of government people."
    >
      {constraints ? (
        // The key makes a new form after a message. Otherwise the browser would keep the text in it.
        <MessageForm
          key={list.total}
          constraints={constraints}
          question={`This asks a question${isPromised ? ": the promised day waits until they answer" : ""}`}
          refused={refused}
        />
      ) : (
        status === "ARCHIVED" && <p>{ARCHIVED}</p>
      )}
    </Messages>
  );
}

type CompanyMessagesProps = Pick<MessagesProps, "list" | "query"> & {
  submission: { id: string; status: SubmissionStatus };
  constraints: FieldConstraints;
  refused: RefusedMessage | undefined;
};

/** The messages with the government's reviewers, for the organization. */
export function CompanyMessages({ submission, list, query, constraints, refused }: CompanyMessagesProps) {
  return (
    <Messages
      submissionId={submission.id}
      list={list}
      query={query}
      about="Write to the government reviewers of this submission. Everyone in your organization can read these messages."
    >
      {submission.status === "ARCHIVED" ? (
        <p>{ARCHIVED}</p>
      ) : (
        <MessageForm key={list.total} constraints={constraints} refused={refused} />
      )}
    </Messages>
  );
}

function MessageItem({ submissionId, message }: { submissionId: string; message: ShownMessage }) {
  const { id, side, body, asksAnswer, createdAt, author, files } = message;
  return (
    <li className="glip-note">
      <p className="glip-note__origin">
        <strong>{author === null ? "The government" : author.name}</strong>
        {author !== null && (side === "GOVERNMENT" ? " (government)" : " (organization)")},{" "}
        <DateTime value={createdAt} />
        {asksAnswer && (
          <>
            {" "}
            <span className="usa-tag">Question</span>
          </>
        )}
      </p>
      <div className="glip-plain-text">{body}</div>
      {files.length > 0 && (
        <ul className="glip-entries">
          {files.map((file) => (
            <li key={file.id} className="glip-entry">
              <a className="usa-link" href={`/api/portal/submissions/${submissionId}/messages/${id}/files/${file.id}`}>
                <Icon name="file_download" /> {file.fileName} (<FileSize bytes={file.sizeBytes} />)
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
