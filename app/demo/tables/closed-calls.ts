import type { Call } from "~/demo/stage/rows";
import { DIRECTORS, OFFICES } from "./offices";

/** Closed calls, including one that was reopened. */
export const CLOSED_CALLS: readonly Call[] = [
  {
    key: "collaborative-autonomy",
    author: DIRECTORS.DARS,
    createdAt: [150, "15:00"],
    status: "DRAFT",
    title: "Collaborative Autonomy for Groups of Uncrewed Aircraft",
    description:
      "Groups of at least eight aircraft of at least two kinds that divide a search, keep it up when members are lost, and explain to one operator what they are about to do. Interfaces must follow a published reference architecture; the autonomy must be able to leave the airframe it came on.",
    closesInDays: -95,
    questionsDueInDays: -115,
    fields: {
      ...OFFICES.DARS,
      techTags: "autonomy, swarming, human-machine teaming",
      solicitationNumber: "OTP-DARS-BAA-0039",
      noticeType: "SOLICITATION",
      naicsCode: "541715",
      classificationCode: "AC12",
      popCity: "Huntsville",
      popState: "AL",
      popCountry: "USA",
    },
    moves: [
      { at: [146, "14:00"], by: DIRECTORS.DARS, status: "OPEN" },
      { at: [94, "13:00"], by: DIRECTORS.DARS, status: "CLOSED" },
    ],
  },
  {
    key: "hard-to-source",
    author: DIRECTORS.DAMS,
    createdAt: [132, "16:00"],
    status: "OPEN",
    title: "Additive Manufacturing of Parts That Can No Longer Be Bought",
    description:
      "A list of sixty parts for which no supplier answers any more is available on request. Respondents choose up to three, and state how they would make, inspect and qualify each, at which cost for one and for fifty, and which data rights they need.",
    closesInDays: -71,
    fields: {
      ...OFFICES.DAMS,
      techTags: "additive manufacturing, supply chain, advanced materials",
      solicitationNumber: "OTP-DAMS-RFI-0110",
      noticeType: "SOURCES_SOUGHT",
      setAside: "SMALL_BUSINESS",
      naicsCode: "332710",
      classificationCode: "3408",
    },
    moves: [{ at: [70, "14:30"], by: "marcus.oyelaran@otp.gov.example", status: "CLOSED" }],
  },
  {
    key: "wearables",
    author: DIRECTORS.DAMS,
    createdAt: [101, "15:00"],
    status: "OPEN",
    title: "Wearables That Warn of Heat Strain before the Wearer Notices",
    description:
      "The Human Performance and Medical Technology Cell seeks wearables that estimate core temperature from the skin within 0.3 °C during work in protective clothing. Closed once for lack of field data, and reopened at the request of respondents who have since collected it.",
    closesInDays: 15,
    questionsDueInDays: 5,
    fields: {
      ...OFFICES.DAMS,
      pocName: "Jonathan Pruitt",
      pocTitle: "Physiologist, Human Performance",
      pocEmail: "jonathan.pruitt@otp.gov.example",
      techTags: "human performance, wearables, medical",
      solicitationNumber: "OTP-HPMT-RFI-0003",
      noticeType: "OTHER",
      naicsCode: "334510",
      classificationCode: "6515",
      popCity: "Natick",
      popState: "MA",
      popZip: "01760",
      popCountry: "USA",
    },
    moves: [
      { at: [55, "16:00"], by: DIRECTORS.DAMS, status: "CLOSED" },
      { at: [30, "16:30"], by: DIRECTORS.DAMS, status: "OPEN" },
    ],
  },
];
