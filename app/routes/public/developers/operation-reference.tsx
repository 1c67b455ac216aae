import { Fragment } from "react";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { PairTable } from "~/ui/kit/list/pair-table";
import { CodeBlock } from "~/ui/kit/page/code-block";
import { Inline, Prose } from "~/ui/kit/page/prose";
import type { InputInWords, OperationInWords, RecordInWords, ResponseInWords } from "~/web/openapi/reference.server";
import type { FieldInWords } from "~/web/openapi/schema-words";

type Records = { records: readonly string[] };

/** The reference of one API operation. */
export function OperationReference({ operation, records }: { operation: OperationInWords } & Records) {
  const { id, method, path, title, openTo, isDeprecated, text, inputs, example, responses, refusals } = operation;
  return (
    <section className="glip-operation" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="glip-operation__address">
        <span className={`glip-method glip-method--${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        {isDeprecated && <StatusTag value="DEPRECATED" />}
      </p>
      <div className="glip-stack glip-stack--small">
        <p>
          <strong>Open to</strong> <Inline text={openTo} />
        </p>
        <Prose text={text} />
      </div>
      <CodeBlock label={`Example: ${title}`} code={example} />
      {inputs.map((input) => (
        <Fragment key={input.title}>
          <h3>
            <Inline text={input.title} />
          </h3>
          <Input input={input} of={title} records={records} />
        </Fragment>
      ))}
      <h3>Responses</h3>
      {responses.map((response) => (
        <Success key={response.status} response={response} of={title} records={records} />
      ))}
      <h3>Errors</h3>
      <dl className="glip-statuses">
        {refusals.map(({ status, description }) => (
          <div key={status} className="glip-statuses__row">
            <dt>{status}</dt>
            <dd>
              <Inline text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Input({ input, of, records }: { input: InputInWords; of: string } & Records) {
  const { title, type, description, fields } = input;
  return (
    <>
      {description && <Prose text={description} />}
      {fields.length > 0 ? (
        <FieldTable caption={`${title.replaceAll("`", "")}: ${of}`} fields={fields} note="required" records={records} />
      ) : (
        <p>
          <Inline text={type} records={records} />
        </p>
      )}
    </>
  );
}

function Success({ response, of, records }: { response: ResponseInWords; of: string } & Records) {
  const { status, description, headers, contents } = response;
  return (
    <>
      <p>
        <strong>{status}</strong> <Inline text={description} />
      </p>
      {headers.length > 0 && (
        <ul className="usa-list">
          {headers.map(({ name, description: meaning }) => (
            <li key={name}>
              <code>{name}</code>: <Inline text={meaning} />
            </li>
          ))}
        </ul>
      )}
      {contents.map(({ mediaTypes, isEnveloped, type, description: meaning, fields, example }) => (
        <Fragment key={mediaTypes.join()}>
          <p>
            <Inline text={`${isEnveloped ? "`data`" : "Body"}: ${type}`} records={records} />
            {!isEnveloped && <Inline text={`, as ${mediaTypes.join(", ")}`} />}
            {fields.length > 0 && (type === "object" ? " with these fields:" : ", each with these fields:")}
          </p>
          {meaning && <Prose text={meaning} />}
          {fields.length > 0 && (
            <FieldTable caption={`Response ${status}: ${of}`} fields={fields} note="optional" records={records} />
          )}
          {example && <CodeBlock label={`Example of response ${status}: ${of}`} code={example} />}
        </Fragment>
      ))}
    </>
  );
}

/** The fields of a named schema, and an example. */
export function RecordReference({ record, records }: { record: RecordInWords } & Records) {
  const { name, type, description, fields, example } = record;
  return (
    <section className="glip-operation" aria-labelledby={name}>
      <h2 id={name}>
        <code>{name}</code>
      </h2>
      {description && <Prose text={description} />}
      {fields.length > 0 ? (
        <FieldTable caption={name} fields={fields} note="optional" records={records} />
      ) : (
        <p>
          <Inline text={type} records={records} />
        </p>
      )}
      {example && <CodeBlock label={`Example of ${name}`} code={example} />}
    </section>
  );
}

type FieldTableProps = {
  caption: string;
  fields: readonly FieldInWords[];
  /** Which fields get a note: required ones in requests, optional ones in responses. */
  note: "required" | "optional";
};

/** Fields by name, with the type and meaning of each. The heading above the table is its visible caption. */
function FieldTable({ caption, fields, note, records }: FieldTableProps & Records) {
  return (
    <PairTable
      caption={caption}
      isCaptionHidden
      columns={["Field", "Description"]}
      rows={fields.map(({ name, isRequired, type, description }) => ({
        key: name,
        name: (
          <>
            <code>{name}</code>
            {isRequired === (note === "required") && <span className="glip-pairs__note"> {note}</span>}
          </>
        ),
        meaning: (
          <>
            <Inline text={type} records={records} />
            {description && (
              <span className="glip-pairs__detail">
                <Inline text={description} />
              </span>
            )}
          </>
        ),
      }))}
    />
  );
}
