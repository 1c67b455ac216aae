import { Codes, type CodeTitles } from "~/ui/classification-code/codes";
import { contactOf } from "~/ui/kit/format/contact";
import { FutureDay } from "~/ui/kit/format/date-time";
import { FormattedText as Formatted } from "~/ui/kit/format/formatted-text";
import { TagList } from "~/ui/kit/format/tag-list";
import type { DescriptionRow } from "~/ui/kit/page/description-list";
import { Facts } from "~/ui/kit/page/record-page";
import { WebLink } from "~/ui/kit/web-link";
import { formatAddress } from "~/values/format";
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

type CallDescriptionProps = { call: Pick<CallContent, "description" | "techTags">; heading: 2 | 3 };

/** What a call looks for. @param heading the level of its highest headings */
export function CallDescription({ call, heading }: CallDescriptionProps) {
  return (
    <>
      <Formatted text={call.description} heading={heading} />
      {call.techTags && <TagList tags={call.techTags} />}
    </>
  );
}

/** The facts of a call, in groups. Empty ones are left out, because most calls fill in few of them. */
export function CallFacts({ call, codeTitles }: { call: CallContent; codeTitles: CodeTitles }) {
  const groups = [
    { title: "Solicitation", rows: solicitationRows(call, codeTitles) },
    { title: "Contacts", rows: contactRows(call) },
    { title: "Office and place of performance", rows: placeRows(call) },
  ];
  return groups.map(({ title, rows }) => {
    const given = rows.filter(({ value }) => value !== null && value !== "");
    return given.length > 0 && <Facts key={title} title={title} rows={given} />;
  });
}

function solicitationRows(call: CallContent, titles: CodeTitles): DescriptionRow[] {
  return [
    { term: CALL_LABELS.solicitationNumber, value: call.solicitationNumber },
    { term: CALL_LABELS.noticeType, value: call.noticeType && labelOf(call.noticeType) },
    { term: CALL_LABELS.setAside, value: call.setAside && labelOf(call.setAside) },
    { term: CALL_LABELS.naicsCode, value: call.naicsCode && <Codes codes={[call.naicsCode]} titles={titles} /> },
    {
      term: CALL_LABELS.classificationCode,
      value: call.classificationCode && <Codes codes={[call.classificationCode]} titles={titles} />,
    },
    {
      term: CALL_LABELS.questionsDueAt,
      value: call.questionsDueAt && <FutureDay value={call.questionsDueAt} />,
    },
    {
      term: CALL_LABELS.additionalInfoLink,
      value: call.additionalInfoLink && <WebLink address={call.additionalInfoLink} />,
    },
  ];
}

function contactRows(call: CallContent): DescriptionRow[] {
  const { pocName, pocTitle, pocEmail, pocPhone, secondaryPocName, secondaryPocEmail, secondaryPocPhone } = call;
  return [
    {
      term: "Point of contact",
      value: contactOf({ name: pocName, title: pocTitle, email: pocEmail, phone: pocPhone }),
      isWide: true,
    },
    {
      term: "Second point of contact",
      value: contactOf({ name: secondaryPocName, email: secondaryPocEmail, phone: secondaryPocPhone }),
      isWide: true,
    },
  ];
}

/** The parts of an address share one row. */
function placeRows(call: CallContent): DescriptionRow[] {
  return [
    { term: CALL_LABELS.officeName, value: call.officeName },
    {
      term: "Office address",
      value: formatAddress({
        city: call.officeCity,
        state: call.officeState,
        postalCode: call.officeZip,
        country: call.officeCountry,
      }),
    },
    {
      term: "Place of performance",
      value: formatAddress({
        city: call.popCity,
        state: call.popState,
        postalCode: call.popZip,
        country: call.popCountry,
      }),
    },
  ];
}
