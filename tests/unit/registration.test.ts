import { expect, test } from "vitest";
import { asAnswers, checkFields } from "~/domain/registration/check.server";
import { STEPS } from "~/domain/registration/rules";
import { START } from "../support/cast";
import { FULL_PROFILE, PROFILE_EDGES } from "../support/profile-fields";

/*
 * A draft stores the parsed answers of a step, in the form in which a form sends them. Parsing them again must give the same
 * result. Otherwise, the registration would differ from the answers.
 */

const FIELDS = STEPS.flatMap((step) => [...step.fields]).filter((field) => field !== "password");
const ACCOUNT = { orgName: " Straße  Works ", contactName: "Cy  Russ", email: " Cy@Cirrus.EXAMPLE " };
const taken = PROFILE_EDGES.filter((edge) => "kept" in edge);

test.each(taken)("$field that is $what is the same when it is checked again", ({ field, value }) => {
  const first = checkFields(FIELDS, { ...FULL_PROFILE, ...ACCOUNT, [field]: value }, START);
  expect(first.faults).toEqual({});
  const again = checkFields(FIELDS, asAnswers(first.read), START);
  expect(again.faults).toEqual({});
  const withoutEmpty = (read: object) => Object.fromEntries(Object.entries(read).filter(([, one]) => one ?? false));
  expect(withoutEmpty(again.read)).toEqual(withoutEmpty(first.read));
});

test("the stored answers do not include a password", () => {
  const { read, faults } = checkFields(["password"], { password: "Correct-Horse-7-Battery" }, START);
  expect([faults, asAnswers(read)]).toEqual([{}, {}]);
});
