import * as z from "zod";
import { statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";

/** What a new portal needs, in this order. */
const SETUP_STEPS = ["commands", "colleagues", "tags", "followers", "call", "secondFactor"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** A colleague is an active government user besides the first administrator. */
const SELECT_DONE = `SELECT
  EXISTS (SELECT 1 FROM submission) AS inUse,
  EXISTS (SELECT 1 FROM command) AS commands,
  EXISTS (SELECT 1 FROM user WHERE organization_id IS NULL AND active = 1 LIMIT 1 OFFSET 1) AS colleagues,
  EXISTS (SELECT 1 FROM preset_tag) AS tags,
  EXISTS (SELECT 1 FROM notification_setting WHERE kind = 'SUBMISSION_MATCH' AND tech_tags <> '') AS followers,
  EXISTS (SELECT 1 FROM call) AS call`;

/** The steps that are left until the portal is in use, which it is once someone has submitted something. */
export const setupSteps = defineQuery({
  gate: "system admin",
  input: z.object({}),
  run({ db, actor, settings }): SetupStep[] {
    const done = statement<Record<Exclude<SetupStep, "secondFactor"> | "inUse", number>>(db, SELECT_DONE).get();
    if (done === undefined || done.inUse === 1) return [];
    const canSetUpFactor = !settings.credentialsLocked && maySignInByPassword(settings, actor);
    const secondFactor = Number(actor.hasSecondFactor || !canSetUpFactor);
    return SETUP_STEPS.filter((step) => ({ ...done, secondFactor })[step] === 0);
  },
});
