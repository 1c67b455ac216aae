import type { LedgerItem } from "~/domain/search/ledger-items.server";
import { searchReadableRecords } from "~/domain/search/ledger-queries.server";
import { ledgerResult } from "~/domain/search/ledger-responses";
import { ENTRY_TYPE_LABELS } from "~/domain/search/rules";
import { api, endpoint } from "~/web/api/api.server";

const itemView = ({ type, id, title, snippet, url, meta }: LedgerItem) => ({ type, id, title, snippet, url, meta });

export const { loader, action, endpoints } = api({
  GET: endpoint(searchReadableRecords, {
    summary: "Search everything that you may read",
    description:
      "What the search pages show. Government finds records, people, notes, messages, commands, tags and the text of files; a company's users find calls, announcements and what belongs to their own organization; without a session, you find calls and announcements.",
    data: ledgerResult,
    view: ({ query, match, correction, total, isAtLeast, best, groups, facets, isTruncated }) => ({
      query,
      match,
      correction,
      total,
      isAtLeast,
      best: best.map(itemView),
      groups: groups.map(({ items, type, ...count }) => ({
        type,
        label: ENTRY_TYPE_LABELS[type],
        ...count,
        items: items.map(itemView),
      })),
      facets,
      isTruncated,
    }),
  }),
});
