import type { Draft } from "./drafts";

const sameDay: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };

/** A time as its reader's clock shows it, with the day if it was not today. */
function clockTime(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Date(at).toLocaleString("en-US", isToday ? sameDay : { month: "short", day: "numeric", ...sameDay });
}

type DraftOfferProps = {
  draft: Draft;
  /** Whether someone else has saved changes since it was written. */
  isOvertaken: boolean;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Offers text that was not saved. It replaces nothing by itself. */
export function DraftOffer({ draft, isOvertaken, onRestore, onDiscard }: DraftOfferProps) {
  return (
    <div className="glip-draft" role="status">
      <span>
        You have unsaved text from {clockTime(draft.at)}.{isOvertaken && " Someone has saved other changes since then."}
      </span>
      <button className="usa-button usa-button--unstyled" type="button" onClick={onRestore}>
        Restore
      </button>
      <button className="usa-button usa-button--unstyled" type="button" onClick={onDiscard}>
        Discard
      </button>
    </div>
  );
}
