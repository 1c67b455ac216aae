import { Link } from "@remix-run/react";
import { hrefWith, LIST_ID, type Part, type RequestedList } from "./list-address";
import { Pagination } from "./pagination";

type ListPagesProps = { requested: RequestedList; list: Part };

/** Links to a list's pages and page sizes. They lead to the list's place in the page. */
export function ListPages({ requested: { query, choices }, list }: ListPagesProps) {
  const { pageSize, total } = list;
  const sizes = total > Math.min(...choices.pageSizes) ? choices.pageSizes : [];
  return (
    <div className="glip-list-pages">
      <Pagination {...list} hrefFor={(page) => `${hrefWith(query, { page: String(page) })}#${LIST_ID}`} />
      {sizes.length > 0 && (
        <nav aria-label="Rows per page" className="glip-page-sizes">
          <span aria-hidden="true">Rows per page:</span>
          <ul className="glip-cluster">
            {sizes.map((size) => (
              <li key={size}>
                <Link
                  to={`${hrefWith(query, { pageSize: String(size), page: undefined })}#${LIST_ID}`}
                  aria-current={size === pageSize ? "true" : undefined}
                >
                  {size}
                  <span className="usa-sr-only"> rows per page</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
