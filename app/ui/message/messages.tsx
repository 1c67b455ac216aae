import type { ReactNode } from "react";
import type { MessageSide, SubmissionStatus } from "#db/enumerations";
import type { Paged } from "~/lists/paging";
import { UnreadableText } from "~/ui/attachment/unreadable-text";
import { DateTime } from "~/ui/kit/format/date-time";
import { FileSize } from "~/ui/kit/format/file-size";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { Icon } from "~/ui/kit/icon";
import { hrefWith } from "~/ui/kit/list/list-address";
import { Pagination } from "~/ui/kit/list/pagination";
import { PastLastPage } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import type { ShownPromise } from "~/ui/promise/promise";
import { ReviewForm } from "~/ui/review/review-form";
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
  files: readonly { id: string; fileName: string; sizeBytes: number; isUnreadable?: boolean }[];
}

/** The ID of the heading, for links to the messages. */
export const MESSAGES_ID = "messages";

interface MessagesProps {
  submissionId: string;
  /** One page of messages, newest first. */
  list: Paged<ShownMessage>;
  /** The query of the page's address. */
  query: Record<string, string>;
  /** Who reads here, in a few words. */
  about?: string;
  /** How many messages are above the form, because they ask for what people write in it. */
  above?: number;
  /** The form, or why there is none. */
  children?: ReactNode;
}

function Messages({ submissionId, list, query, about, above = 0, children }: MessagesProps) {
  const { items, total } = list;
  const shown = (messages: readonly ShownMessage[]) =>
    messages.length > 0 && (
      <ol className="glip-notes">
        {messages.map((message) => (
          <MessageItem key={message.id} submissionId={submissionId} message={message} />
        ))}
      </ol>
    );
  const hrefFor = (page: number) => `${hrefWith(query, { messagesPage: String(page) })}#${MESSAGES_ID}`;
  return (
    <Section
      title={`Messages (${total})`}
      id={MESSAGES_ID}
      actions={about && <span className="glip-muted">{about}</span>}
    >
      {shown(items.slice(0, above))}
      {children}
      {items.length > 0 ? (
        shown(items.slice(above))
      ) : total > 0 ? (
        <PastLastPage what="The messages have" firstPage={hrefFor(1)} />
      ) : (
        <p className="glip-muted">No messages yet.</p>
      )}
      {total > list.pageSize && <Pagination {...list} hrefFor={hrefFor} />}
    </Section>
  );
}

const ARCHIVED = "The submission is archived, so nobody can write new messages.";

type GovernmentMessagesProps = Pick<MessagesProps, "submissionId" | "list" | "query">;

/** The messages with a submission's organization, for its reviewers. */
export const GovernmentMessages = (props: GovernmentMessagesProps) => (
  <Messages {...props} about="The organization reads this, without your names" />
);

interface GovernmentMessageFormProps {
  promise: Pick<ShownPromise, "state" | "isOverdue">;
  constraints: FieldConstraints;
  refused: RefusedMessage | undefined;
}

/** The form for a message to the organization. Change its key after a message is sent. */
export function GovernmentMessageForm({ promise, constraints, refused }: GovernmentMessageFormProps) {
  const isPromised = ["RUNNING", "STOPPED"].includes(promise.state) || promise.isOverdue;
  return (
    <ReviewForm label="Write to the organization" isOpen={refused !== undefined}>
      <MessageForm
        constraints={constraints}
        question={`This asks a question${isPromised ? ": the promised day waits until they answer" : ""}`}
        refused={refused}
      />
    </ReviewForm>
  );
}

type CompanyMessagesProps = Pick<MessagesProps, "list" | "query"> & {
  submission: { id: string; status: SubmissionStatus; answerNeeded: boolean };
  constraints: FieldConstraints;
  refused: RefusedMessage | undefined;
};

/** The messages with the government's reviewers, for the organization. A question that waits is above the form. */
export function CompanyMessages({ submission, list, query, constraints, refused }: CompanyMessagesProps) {
  const question = submission.answerNeeded ? list.items.findIndex(({ asksAnswer }) => asksAnswer) : -1;
  return (
    <Messages
      submissionId={submission.id}
      list={list}
      query={query}
      about="Everyone in your organization reads this"
      above={question + 1}
    >
      {submission.status === "ARCHIVED" ? (
        <p>{ARCHIVED}</p>
      ) : (
        <ReviewForm
          key={list.total}
          label="Write to the reviewers"
          isOpen={submission.answerNeeded || refused !== undefined}
        >
          <MessageForm constraints={constraints} refused={refused} />
        </ReviewForm>
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
            <StatusTag value="QUESTION" />
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
              {file.isUnreadable && <UnreadableText />}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
