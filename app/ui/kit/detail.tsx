import type { ReactNode } from "react";

/**
 * A second line below a value, or beside it in a dense table. The space keeps it apart from the value's last word for
 * those who hear both.
 */
export const Detail = ({ children }: { children: ReactNode }) => (
  <>
    {" "}
    <span className="glip-table__detail">{children}</span>
  </>
);
