import { company, government, visitor } from "./question";

const REBECCA = "rebecca.lindqvist@halcyon-autonomy.example";

/** The page must show nothing: nobody wrote about it, or the person may not see it. */
export const WITHOUT_ANSWER = [
  ...government("no answer", [
    ["asdfgh"],
    ["qwertyuiop"],
    ["pizza recipe"],
    ["lawn mower repair"],
    ["kindergarten enrollment"],
    ["ZX9QQ"],
    ["OTP-XYZ-RFI-9999"],
    ["Schwarzenegger"],
    ["wedding photographer"],
  ]),
  ...company(REBECCA, "no answer", [
    ["7IRW9"],
    ["JR5WK8LQ2D31"],
    ["Arredondo"],
    ["staring-radar-highway.pdf"],
    ["sodium-ion"],
    ["headcount"],
    ["OTP-DSS-RFP-0015"],
  ]),
  ...visitor("no answer", [
    ["asdfgh"],
    ["OTP-DSS-RFP-0015"],
    ["cislunar"],
    ["convoy"],
    ["Biomanufacturing of Energetics Precursors"],
    ["8HAL2"],
    ["northern pad"],
    ["Lindqvist"],
    ['"measure our answers"'],
  ]),
];
