/** Where a person starts: the dashboard of their audience, or the public home page if nobody is signed in. */
export function homeOf(person: { role: string } | null): "/" | "/gov" | "/portal" {
  if (person === null) return "/";
  return person.role === "INDUSTRY" ? "/portal" : "/gov";
}
