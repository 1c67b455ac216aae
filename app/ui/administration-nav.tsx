import { NavLink } from "@remix-run/react";

/** The pages of administration, above each of them. Tags are for system administrators. */
export function AdministrationNav({ mayChangeTags }: { mayChangeTags: boolean }) {
  return (
    <nav aria-label="Administration">
      <ul className="glip-subnav">
        <li>
          <NavLink to="/gov/admin/commands" end>
            Commands
          </NavLink>
        </li>
        <li>
          <NavLink to="/gov/admin/users">Users</NavLink>
        </li>
        {mayChangeTags && (
          <li>
            <NavLink to="/gov/admin/tags">Tags</NavLink>
          </li>
        )}
      </ul>
    </nav>
  );
}
