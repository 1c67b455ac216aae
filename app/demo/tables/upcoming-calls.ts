import type { Call } from "~/demo/stage/rows";
import { DIRECTORS, OFFICES } from "./offices";

/** Drafts and scheduled calls. One has reached its release time. */
export const UPCOMING_CALLS: readonly Call[] = [
  {
    key: "energy-storage",
    author: DIRECTORS.DAMS,
    createdAt: [21, "14:00"],
    status: "PENDING",
    releasesAt: [-5, "13:00"],
    title: "Energy Storage for Expeditionary Power in Extreme Cold",
    description:
      "Batteries lose half of their capacity, and most of their willingness to charge, at the temperatures in which some units train. We seek cells, packs and hybrid systems that accept charge at minus forty degrees, can be flown as cargo without special measures, and replace a 6T form factor.\n\nA pack of at least one kilowatt-hour must be available for test within nine months of award.",
    closesInDays: 31,
    questionsDueInDays: 12,
    fields: {
      ...OFFICES.DAMS,
      techTags: "energy storage, advanced materials, arctic operations",
      solicitationNumber: "OTP-DAMS-BAA-0119",
      noticeType: "SOLICITATION",
      setAside: "HUBZONE",
      naicsCode: "335910",
      classificationCode: "6140",
      popCity: "Fort Wainwright",
      popState: "AK",
      popCountry: "USA",
    },
  },
  {
    key: "space-domain-awareness",
    author: DIRECTORS.DSS,
    createdAt: [9, "17:00"],
    status: "PENDING",
    releasesAt: [12, "14:00"],
    title: "Custody of Maneuvering Objects in Cislunar Space from Commercial Observations",
    description:
      "The Directorate intends to buy observations and tracks as a service for a pilot of twelve months. Providers are asked for the volume they can search per night, their time to reacquire after an unannounced maneuver, and how they state their uncertainty.",
    closesInDays: 58,
    questionsDueInDays: 35,
    fields: {
      ...OFFICES.DSS,
      techTags: "space domain awareness, data analytics",
      solicitationNumber: "OTP-DSS-RFP-0015",
      noticeType: "PRESOLICITATION",
      naicsCode: "517410",
      classificationCode: "AR11",
    },
  },
  {
    key: "resupply",
    author: DIRECTORS.DARS,
    createdAt: [6, "18:20"],
    status: "DRAFT",
    title: "Autonomous Ground Resupply over the Last Ten Kilometers",
    description:
      "DRAFT for comment inside the directorate. Vehicles that carry 500 kg over unimproved ground at night without a convoy, a pre-surveyed map or a satellite fix.",
    closesInDays: 90,
    fields: { ...OFFICES.DARS, techTags: "ground robotics, autonomy, logistics", noticeType: "SOURCES_SOUGHT" },
    moves: [
      {
        at: [4, "15:10"],
        by: DIRECTORS.DARS,
        fields: {
          description:
            "DRAFT for comment inside the directorate. Vehicles that carry 500 kg over unimproved ground at night without a convoy, a pre-surveyed map or a satellite fix. Added after review: recovery of an immobilized vehicle must not need another vehicle of the same kind.",
        },
      },
    ],
  },
  {
    key: "biotechnology",
    author: "marcus.oyelaran@otp.gov.example",
    createdAt: [15, "19:00"],
    status: "PENDING",
    releasesAt: [20, "14:00"],
    title: "Biomanufacturing of Energetics Precursors (placeholder)",
    description: "To be written. Returned to draft until the sponsor confirms its funds.",
    fields: { techTags: "biotechnology" },
    moves: [{ at: [11, "19:30"], by: "marcus.oyelaran@otp.gov.example", status: "DRAFT" }],
  },
];
