import { type ReactNode, useRef } from "react";
import { useClosingMenu } from "~/ui/kit/disclosure";
import { Icon } from "~/ui/kit/icon";

/** The elements with one name form a group in which the browser opens only one. React does not know the attribute. */
const ONE_AT_A_TIME: object = { name: "row-menu" };

/** The actions of a table's row, behind one small button. It opens without scripts. @param of the name of the row */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useClosingMenu(menu);
  return (
    <details className="glip-menu" ref={menu} {...ONE_AT_A_TIME}>
      <summary className="glip-menu__open">
        <Icon name="more_vert" label={`Actions: ${of}`} />
      </summary>
      <div className="glip-menu__body">{children}</div>
    </details>
  );
}
