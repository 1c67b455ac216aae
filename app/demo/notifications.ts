import type * as z from "zod";
import type { NotificationKind } from "#db/enumerations";
import type { StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { ALEJANDRO, DANIEL, INGRID, JONATHAN, KEISHA, MARCUS, MEI_LING, RENEE, TOMAS } from "~/demo/tables/reviewers";
import { markRead } from "~/domain/notification/mark-read.server";
import { updateNotificationSettings } from "~/domain/notification/update-settings.server";
import { saveSearch } from "~/domain/saved-search/save.server";
import type { newSavedSearchSchema } from "~/domain/saved-search/schema";

interface Choice {
  by: string;
  at: Past;
  kind: NotificationKind;
  enabled: boolean;
  techTags?: string;
}

/** Notification settings of industry users. Government users' routing interests are in people.ts. */
const CHOICES: readonly Choice[] = [
  {
    by: "omar.siddiqui@halcyon-autonomy.example",
    at: [148, "15:00"],
    kind: "CALL_OPENED",
    enabled: true,
    techTags: "autonomy,swarming,counter-uas",
  },
  {
    by: "vikram.subramaniam@lattice-ridge.example",
    at: [145, "18:00"],
    kind: "CALL_OPENED",
    enabled: true,
    techTags: "microelectronics,advanced packaging",
  },
  { by: "hannah.yoshikawa@cascadia-additive.example", at: [143, "18:10"], kind: "ANNOUNCEMENT", enabled: false },
  { by: "w.achebe@chesapeake-ssl.example", at: [131, "14:00"], kind: "CALL_OPENED", enabled: false },
  { by: MARCUS, at: [160, "14:00"], kind: "ENGAGEMENT_UPDATE", enabled: false },
];

interface Kept extends Partial<z.input<typeof newSavedSearchSchema>> {
  by: string;
  at: Past;
  name: string;
  q: string;
}

/** Searches that people saved lately. */
const SEARCHES: readonly Kept[] = [
  { by: ALEJANDRO, at: [3, "15:20"], name: "Drones and swarms", q: "drone OR swarm*", notify: "IMMEDIATE" },
  { by: DANIEL, at: [5, "13:40"], name: "Papers on radar", q: "radar", types: "submission,file", notify: "DIGEST" },
  {
    by: "omar.siddiqui@halcyon-autonomy.example",
    at: [4, "17:10"],
    name: "Autonomy calls",
    q: "autonomy",
    types: "call",
  },
];

/** When people last read all of their notifications. Later ones are still unread. */
const READINGS: readonly (readonly [by: string, at: Past])[] = [
  [DANIEL, [64, "14:00"]],
  [DANIEL, [10, "14:00"]],
  [RENEE, [46, "13:10"]],
  [ALEJANDRO, [39, "15:00"]],
  [INGRID, [6, "16:20"]],
  [TOMAS, [26, "13:00"]],
  [KEISHA, [10, "18:00"]],
  [JONATHAN, [18, "12:45"]],
  [MEI_LING, [52, "15:15"]],
  ["rebecca.lindqvist@halcyon-autonomy.example", [130, "13:00"]],
  ["rebecca.lindqvist@halcyon-autonomy.example", [28, "13:00"]],
  ["omar.siddiqui@halcyon-autonomy.example", [100, "19:00"]],
  ["luis.arredondo@ironwood-cuas.example", [52, "16:00"]],
  ["hannah.yoshikawa@cascadia-additive.example", [20, "17:00"]],
  ["vikram.subramaniam@lattice-ridge.example", [2, "20:00"]],
  ["imani.okafor-reyes@vantage-orbit.example", [80, "15:00"]],
  ["evance@meridian-arc.example", [12, "14:00"]],
  ["g.lefrancois@genie-electrique.example", [21, "15:00"]],
  ["amara.nwosu@kestrel-institute.example", [16, "18:00"]],
];

/** Saves notification settings and searches, and marks notifications as read. */
export function notificationActs({ ago }: Times): StageAct[] {
  return [
    ...CHOICES.map(
      ({ by, at, ...setting }): StageAct => ({
        at: ago(at),
        what: `${setting.kind} setting of ${by}`,
        perform: (stage) => stage.perform(updateNotificationSettings, by, { settings: [setting] }),
      }),
    ),
    ...SEARCHES.map(
      ({ by, at, ...search }): StageAct => ({
        at: ago(at),
        what: `saved search of ${by}`,
        perform: (stage) => stage.perform(saveSearch, by, search),
      }),
    ),
    ...READINGS.map(
      ([by, at]): StageAct => ({
        at: ago(at),
        what: `reading of notifications by ${by}`,
        perform: (stage) => stage.perform(markRead, by, { all: true }),
      }),
    ),
  ];
}
