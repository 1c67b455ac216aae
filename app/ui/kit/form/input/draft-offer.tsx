import { DateTime } from "~/ui/kit/format/date-time";
import type { Draft } from "./drafts";

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
        You have unsaved text from <DateTime value={draft.at} isShort />.
        {isOvertaken && " Someone has saved other changes since then."}
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
