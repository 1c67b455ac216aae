import type { GovernmentRole } from "#db/enumerations";
import { DEMONSTRATION_PASSWORD, FIRST_ADMIN, INITIAL_PASSWORD } from "~/demo/stage/credentials";
import type { Stage, StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { changePassword } from "~/domain/account/change-password.server";
import { createGovernmentUser } from "~/domain/government-user/create.server";
import { updateNotificationSettings } from "~/domain/notification/update-settings.server";

interface Person {
  email: string;
  name: string;
  role: GovernmentRole;
  command: string | null;
  title: string;
  createdBy: string;
  createdAt: Past;
  /** Routing interests: submissions with one of these tags are routed to this person. */
  interests?: string;
  /** Has interests but notifications turned off: matches are recorded, and nothing is sent. */
  muted?: boolean;
  /** When the interests were chosen. By default, 2 hours after the account was created. */
  interestsAt?: Past;
  /** Recently changed interests. Nobody has rerun the routing since. */
  changed?: { at: Past; interests: string };
  /** Has not signed in yet, so the password is still the one that the administrator chose. */
  newcomer?: boolean;
}

const SYSTEM_ADMIN = "helen.marsh@otp.gov.example";
const ADMIN = "marcus.oyelaran@otp.gov.example";

/** The agency's people. Each comes after the person who creates their account. */
export const PEOPLE: readonly Person[] = [
  {
    email: SYSTEM_ADMIN,
    name: "Helen Marsh",
    role: "GOV_SYSTEM_ADMIN",
    command: "OTP-HQ",
    title: "Chief, Ledger Operations",
    createdBy: FIRST_ADMIN.email,
    createdAt: [164, "14:00"],
  },
  {
    email: ADMIN,
    name: "Marcus Oyelaran",
    role: "GOV_ADMIN",
    command: "OTP-HQ",
    title: "Enterprise Portfolio Manager",
    createdBy: SYSTEM_ADMIN,
    createdAt: [163, "13:30"],
    interests: "manufacturing readiness,dual use",
  },
  {
    email: "priya.raghunathan@otp.gov.example",
    name: "Priya Raghunathan",
    role: "GOV_ADMIN",
    command: "OTP-HQ",
    title: "Deputy Director, Industry Engagement",
    createdBy: SYSTEM_ADMIN,
    createdAt: [163, "13:40"],
  },
  {
    email: "daniel.whitcomb@otp.gov.example",
    name: "Daniel Whitcomb",
    role: "GOV_COMMAND_LEAD",
    command: "DARS",
    title: "Director, Autonomous and Robotic Systems",
    createdBy: ADMIN,
    createdAt: [162, "14:00"],
    interests: "autonomy,swarming,human-machine teaming,ground robotics",
  },
  {
    email: "renee.thibodeaux@otp.gov.example",
    name: "Renée Thibodeaux",
    role: "GOV_COMMAND_LEAD",
    command: "DCIA",
    title: "Director, Cyber and Information Advantage",
    createdBy: ADMIN,
    createdAt: [162, "14:10"],
    interests: "cyber,zero trust,ai/ml,network resilience",
  },
  {
    email: "alejandro.cruz-medina@otp.gov.example",
    name: "Alejandro Cruz-Medina",
    role: "GOV_COMMAND_LEAD",
    command: "DAMS",
    title: "Director, Advanced Manufacturing and Sustainment",
    createdBy: ADMIN,
    createdAt: [162, "14:20"],
    interests: "additive manufacturing,supply chain,energy storage,advanced materials",
  },
  {
    email: "ingrid.sorensen-blackwood@otp.gov.example",
    name: "Ingrid Sørensen-Blackwood",
    role: "GOV_COMMAND_LEAD",
    command: "DSS",
    title: "Director, Space and Sensing",
    createdBy: ADMIN,
    createdAt: [162, "14:30"],
    interests: "space domain awareness,satellite communications,radar,pnt",
    changed: { at: [1, "19:30"], interests: "space domain awareness,satellite communications,radar,pnt,undersea" },
  },
  {
    email: "tomas.ekeland@otp.gov.example",
    name: "Tomás Ekeland",
    role: "GOV_POC",
    command: "C-UAS IB",
    title: "Test Director, Counter-UAS Trials",
    createdBy: ADMIN,
    createdAt: [158, "15:00"],
    interests: "counter-uas,radar,electronic warfare,directed energy",
  },
  {
    email: "keisha.abernathy@otp.gov.example",
    name: "Keisha Abernathy",
    role: "GOV_POC",
    command: "MEAB",
    title: "Lead Engineer, Component Provenance",
    createdBy: ADMIN,
    createdAt: [158, "15:10"],
    interests: "microelectronics,advanced packaging,supply chain",
  },
  {
    email: "jonathan.pruitt@otp.gov.example",
    name: "Jonathan Pruitt",
    role: "GOV_POC",
    command: "HPMT",
    title: "Physiologist, Human Performance",
    createdBy: ADMIN,
    createdAt: [158, "15:20"],
    interests: "human performance,wearables,medical",
  },
  {
    email: "mei-ling.castellanos@otp.gov.example",
    name: "Mei-Ling Castellanos",
    role: "GOV_POC",
    command: "QSL",
    title: "Research Physicist",
    createdBy: ADMIN,
    createdAt: [157, "15:30"],
    interests: "quantum sensing,pnt,photonics",
    // Chosen late, so that earlier submissions had no reviewer until the routing ran again.
    interestsAt: [96, "15:00"],
  },
  {
    email: "samuel.okonkwo@otp.gov.example",
    name: "Samuel Okonkwo",
    role: "GOV_POC",
    command: "DCIA",
    title: "Cyber Scout",
    createdBy: "renee.thibodeaux@otp.gov.example",
    createdAt: [150, "16:00"],
    interests: "cyber,zero trust,network resilience",
    changed: { at: [1, "20:10"], interests: "cyber,zero trust,network resilience,5g/6g,undersea" },
    muted: true,
  },
  {
    email: "grace.hollander@otp.gov.example",
    name: "Grace Hollander",
    role: "GOV_READONLY",
    command: "OTP-HQ",
    title: "Budget Analyst",
    createdBy: ADMIN,
    createdAt: [149, "16:10"],
  },
  {
    email: "wendell.farrow@otp.gov.example",
    name: "Wendell Farrow",
    role: "GOV_READONLY",
    command: null,
    title: "Liaison, Office of the Inspector General",
    createdBy: ADMIN,
    createdAt: [120, "16:20"],
  },
  {
    email: "lucia.figueroa@otp.gov.example",
    name: "Lucía Figueroa",
    role: "GOV_POC",
    command: null,
    title: "Technology Scout (on detail)",
    createdBy: ADMIN,
    createdAt: [2, "16:30"],
    newcomer: true,
  },
];

/** Creates accounts, signs people in for the first time and sets routing interests. */
export function peopleActs(times: Times): StageAct[] {
  return PEOPLE.flatMap((person) => [
    { at: times.ago(person.createdAt), what: `account ${person.email}`, perform: (stage) => join(stage, person) },
    ...interestActs(times, person),
  ]);
}

async function join(stage: Stage, { email, name, role, command, title, createdBy, newcomer }: Person): Promise<void> {
  const commandId = command === null ? null : stage.idOf("command", command);
  const password = newcomer ? DEMONSTRATION_PASSWORD : INITIAL_PASSWORD;
  const { id } = await stage.perform(createGovernmentUser, createdBy, {
    email,
    name,
    role,
    commandId,
    title,
    password,
  });
  stage.remember("user", email, id);
  if (newcomer) return;
  stage.rememberPassword(email, INITIAL_PASSWORD);
  await stage.perform(changePassword, email, {
    currentPassword: INITIAL_PASSWORD,
    newPassword: DEMONSTRATION_PASSWORD,
  });
  stage.rememberPassword(email, DEMONSTRATION_PASSWORD);
}

function interestActs({ ago, after }: Times, person: Person): StageAct[] {
  const { email, interests, muted, createdAt, interestsAt, changed } = person;
  const choose = (at: Date, techTags: string): StageAct => ({
    at,
    what: `routing interests of ${email}`,
    perform: (stage) =>
      stage.perform(updateNotificationSettings, email, {
        settings: [{ kind: "SUBMISSION_MATCH", enabled: !muted, techTags }],
      }),
  });
  return [
    ...(interests === undefined ? [] : [choose(interestsAt ? ago(interestsAt) : after(createdAt, 1 / 12), interests)]),
    ...(changed ? [choose(ago(changed.at), changed.interests)] : []),
  ];
}
