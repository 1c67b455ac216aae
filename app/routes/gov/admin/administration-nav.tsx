import { NavLink } from "@remix-run/react";
import type { Gate } from "~/policy/policy";
import { useFrame } from "~/ui/kit/page/frame-context";

const DESTINATIONS: readonly { label: string; to: string; gate: Gate }[] = [
  { label: "Commands", to: "/gov/admin/commands", gate: "admin tier" },
  { label: "Government users", to: "/gov/admin/users", gate: "admin tier" },
  { label: "Industry users", to: "/gov/admin/industry-users", gate: "system admin" },
  { label: "Recertification", to: "/gov/admin/recertification", gate: "user administration" },
  { label: "Tags", to: "/gov/admin/tags", gate: "system admin" },
  { label: "Questions", to: "/gov/admin/questions", gate: "enterprise" },
  { label: "Traffic", to: "/gov/admin/traffic", gate: "system admin" },
  { label: "Audit log", to: "/gov/admin/audit", gate: "system admin" },
  { label: "Status", to: "/gov/admin/status", gate: "system admin" },
  { label: "Export", to: "/gov/admin/export", gate: "enterprise" },
];

/** Links between the administration pages that this person may open. */
export function AdministrationNav() {
  const gates = useFrame()?.session?.gates ?? [];
  const destinations = DESTINATIONS.filter(({ gate }) => gates.includes(gate));
  if (destinations.length === 0) return null;
  return (
    <nav aria-label="Administration">
      <ul className="glip-subnav">
        {destinations.map(({ label, to }) => (
          <li key={to}>
            <NavLink to={to} end={to === "/gov/admin/commands"}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
