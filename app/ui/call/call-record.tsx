import { MailLink } from "~/ui/kit/email-address";
import { Day, TimeLeft } from "~/ui/kit/format/date-time";
import { FormattedText as Formatted } from "~/ui/kit/format/formatted-text";
import { TagList } from "~/ui/kit/format/tag-list";
import { DescriptionList, type DescriptionRow } from "~/ui/kit/page/description-list";
import { Section } from "~/ui/kit/page/section";
import { WebLink } from "~/ui/kit/web-link";
import type { FormattedText } from "~/values/formatted-text/nodes";
import { labelOf } from "~/values/labels";
import { CALL_LABELS } from "./call-fields";

interface CallContent {
  description: FormattedText;
  techTags: string;
  questionsDueAt: string | null;
  solicitationNumber: string | null;
  noticeType: string | null;
  setAside: string | null;
  naicsCode: string | null;
  classificationCode: string | null;
  additionalInfoLink: string | null;
  pocName: string | null;
  pocTitle: string | null;
  pocEmail: string | null;
  pocPhone: string | null;
  secondaryPocName: string | null;
  secondaryPocEmail: string | null;
  secondaryPocPhone: string | null;
  officeName: string | null;
  officeCity: string | null;
  officeState: string | null;
  officeZip: string | null;
  officeCountry: string | null;
  popCity: string | null;
  popState: string | null;
  popZip: string | null;
  popCountry: string | null;
}

/** The content of a call, for the public and for government. */
export function CallRecord({ call }: { call: CallContent }) {
  return (
    <>
      <Section title={CALL_LABELS.description}>
        <Formatted text={call.description} heading={3} />
        {call.techTags && <TagList tags={call.techTags} />}
      </Section>
      <CallSection title="Solicitation" rows={solicitationRows(call)} />
      <CallSection title="Contacts" rows={contactRows(call)} />
      <CallSection title="Office and place of performance" rows={placeRows(call)} />
    </>
  );
}

/** Empty rows are left out, because most calls fill in few of them. */
function CallSection({ title, rows }: { title: string; rows: DescriptionRow[] }) {
  const given = rows.filter((row) => row.value !== null && row.value !== "");
  return given.length === 0 ? null : (
    <Section title={title}>
      <DescriptionList rows={given} />
    </Section>
  );
}

function solicitationRows(call: CallContent): DescriptionRow[] {
  return [
    { term: CALL_LABELS.solicitationNumber, value: call.solicitationNumber },
    { term: CALL_LABELS.noticeType, value: call.noticeType && labelOf(call.noticeType) },
    { term: CALL_LABELS.setAside, value: call.setAside && labelOf(call.setAside) },
    { term: CALL_LABELS.naicsCode, value: call.naicsCode },
    { term: CALL_LABELS.classificationCode, value: call.classificationCode },
    {
      term: CALL_LABELS.questionsDueAt,
      value: call.questionsDueAt && (
        <>
          <Day value={call.questionsDueAt} /> (UTC)
          <TimeLeft until={call.questionsDueAt}>{(left) => `, ${left} left`}</TimeLeft>
        </>
      ),
    },
    {
      term: CALL_LABELS.additionalInfoLink,
      value: call.additionalInfoLink && <WebLink address={call.additionalInfoLink} />,
    },
  ];
}

function contactRows(call: CallContent): DescriptionRow[] {
  return [
    { term: CALL_LABELS.pocName, value: call.pocName },
    { term: CALL_LABELS.pocTitle, value: call.pocTitle },
    { term: CALL_LABELS.pocEmail, value: mailLink(call.pocEmail) },
    { term: CALL_LABELS.pocPhone, value: call.pocPhone },
    { term: CALL_LABELS.secondaryPocName, value: call.secondaryPocName },
    { term: CALL_LABELS.secondaryPocEmail, value: mailLink(call.secondaryPocEmail) },
    { term: CALL_LABELS.secondaryPocPhone, value: call.secondaryPocPhone },
  ];
}

/** The parts of an address share one row. */
function placeRows(call: CallContent): DescriptionRow[] {
  return [
    { term: CALL_LABELS.officeName, value: call.officeName },
    { term: "Office address", value: joined(call.officeCity, call.officeState, call.officeZip, call.officeCountry) },
    { term: "Place of performance", value: joined(call.popCity, call.popState, call.popZip, call.popCountry) },
  ];
}

function joined(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(", ");
}

function mailLink(address: string | null) {
  return address && <MailLink value={address} />;
}
