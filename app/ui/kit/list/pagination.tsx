import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { Icon } from "~/ui/kit/icon";
import { formatCount } from "~/values/format";

type PaginationProps = { page: number; pageSize: number; total: number; hrefFor: (page: number) => string };

/** The page numbers to show: the first, the last and those around the current one. */
function numberedPages(page: number, lastPage: number): number[] {
  const around = [page - 1, page, page + 1];
  const padding = page <= 3 ? [2, 3, 4] : page >= lastPage - 2 ? [lastPage - 3, lastPage - 2, lastPage - 1] : [];
  const wanted = new Set([1, ...around, ...padding, lastPage]);
  return [...wanted].filter((number) => number >= 1 && number <= lastPage).sort((left, right) => left - right);
}

/**
 * Which items the page shows, and links to other pages. Shows nothing for an empty list or a page past the last one.
 */
export function Pagination({ page, pageSize, total, hrefFor }: PaginationProps) {
  const lastPage = Math.ceil(total / pageSize);
  if (page > lastPage) return null;
  const first = Math.min((page - 1) * pageSize + 1, total);
  const last = Math.min(page * pageSize, total);
  return (
    <>
      <p className="glip-pagination__summary">
        Showing {formatCount(first)} to {formatCount(last)} of {formatCount(total)}
      </p>
      {lastPage > 1 && <PageLinks page={page} lastPage={lastPage} hrefFor={hrefFor} />}
    </>
  );
}

type PageLinksProps = { page: number; lastPage: number; hrefFor: (page: number) => string };

function PageLinks({ page, lastPage, hrefFor }: PageLinksProps) {
  const numbers = numberedPages(page, lastPage);
  return (
    <nav className="usa-pagination" aria-label="Pagination">
      <ul className="usa-pagination__list">
        {page > 1 && (
          <li className="usa-pagination__item usa-pagination__arrow">
            <Link
              className="usa-pagination__link usa-pagination__previous-page"
              to={hrefFor(page - 1)}
              aria-label="Previous page"
            >
              <Icon name="navigate_before" />
              <span className="usa-pagination__link-text">Previous</span>
            </Link>
          </li>
        )}
        {numbers.map((number, index) => (
          <Fragment key={number}>
            {index > 0 && number - (numbers[index - 1] ?? 0) > 1 && (
              <li className="usa-pagination__item usa-pagination__overflow">
                <span aria-hidden="true">…</span>
                <span className="usa-sr-only">Pages not listed</span>
              </li>
            )}
            <li className="usa-pagination__item usa-pagination__page-no">
              <Link
                className={number === page ? "usa-pagination__button usa-current" : "usa-pagination__button"}
                to={hrefFor(number)}
                aria-label={number === lastPage ? `Last page, page ${number}` : `Page ${number}`}
                aria-current={number === page ? "page" : undefined}
              >
                {number}
              </Link>
            </li>
          </Fragment>
        ))}
        {page < lastPage && (
          <li className="usa-pagination__item usa-pagination__arrow">
            <Link
              className="usa-pagination__link usa-pagination__next-page"
              to={hrefFor(page + 1)}
              aria-label="Next page"
            >
              <span className="usa-pagination__link-text">Next</span>
              <Icon name="navigate_next" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
