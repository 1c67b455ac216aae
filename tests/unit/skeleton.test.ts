import { describe, expect, test } from "vitest";
import { nameSkeleton } from "~/domain/organization/skeleton";

describe("names that look alike", () => {
  test.each([
    ["a Cyrillic a", "Halcyon Autonomy", "H\u0430lcyon Autonomy"],
    ["a Greek capital", "HALCYON", "\u0397\u0391LCYON"],
    ["a Cyrillic capital whose lower case looks different", "Halcyon", "\u041dalcyon"],
    ["a digit", "Coriolis Works", "C0rio1is W0rks"],
    ["a capital I for an l", "Halcyon", "HaIcyon"],
    ["two letters that look like one", "Merlin Marine", "Merlin rnarine"],
    ["fullwidth letters", "Acme", "\uff21\uff43\uff4d\uff45"],
    ["mathematical letters", "Acme", "\u{1d400}cme"],
    ["different spacing and case", "Acme Robotics", "ACME\u2009robo tics"],
    ["a corporate suffix", "Acme Robotics", "Acme Robotics, Inc."],
    ["another corporate suffix", "Acme Robotics LLC", "ACME ROBOTICS GMBH"],
    ["a suffix with periods", "Acme Robotics", "Acme Robotics, L.L.C."],
    ["a suffix in full", "Acme Robotics Corp.", "Acme Robotics Corporation"],
    ["two suffixes", "Acme Robotics", "Acme Robotics Pty Ltd"],
    ["suffixes joined by an ampersand", "Acme Robotics", "Acme Robotics GmbH & Co. KG"],
    ["a suffix in letters of another script", "Acme Robotics LLC", "Acme Robotics Lt\u0501"],
    ["a suffix without a space", "Acme Robotics", "AcmeRoboticsInc"],
  ])("by %s have the same skeleton", (_what, real, other) => {
    expect(nameSkeleton(other)).toBe(nameSkeleton(real));
  });

  test.each([
    ["Acme", "Acne"],
    ["Acme Robotics", "Acme Rotors"],
    ["Zinc", "Z"],
    ["The Company", "The Corporation of Acme"],
    ["Limited", "Inc"],
    ["Acme Co Robotics", "Acme Robotics"],
    ["\u0411\u043e\u0440\u0442", "Bort"],
  ])("do not: %s and %s", (one, other) => {
    expect(nameSkeleton(one)).not.toBe(nameSkeleton(other));
  });
});
