import type { SetupStep } from "~/domain/service-status/setup.server";
import { ShortList } from "~/ui/kit/list/short-list";
import { Section } from "~/ui/kit/page/section";

const STEPS: Readonly<Record<SetupStep, { to: string; title: string; about: string }>> = {
  commands: {
    to: "/gov/admin/commands",
    title: "Add your commands",
    about: "The parts of your agency. Engagements and users belong to them.",
  },
  colleagues: {
    to: "/gov/admin/users",
    title: "Add your colleagues",
    about: "Reviewers, leads and at least one more administrator. Each gets a link to choose a password.",
  },
  tags: {
    to: "/gov/admin/tags",
    title: "Suggest tags",
    about: "The words for your technologies. They bring each submission to the reviewers who follow them.",
  },
  followers: {
    to: "/notifications/settings",
    title: "Follow tags",
    about: "Choose those you review, and ask your colleagues to do the same. Nobody follows a tag yet.",
  },
  call: {
    to: "/gov/calls/new",
    title: "Write your first call",
    about: "What you are looking for. It stays a draft until you open it.",
  },
  secondFactor: {
    to: "/account/second-factor",
    title: "Protect your account",
    about: "Set up a second factor, because your account can change everything.",
  },
};

/** What a system administrator does on the first day, instead of the submissions that nobody has sent yet. */
export function SetUp({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <Section title="Set up your portal">
      <ShortList items={steps.map((step) => ({ key: step, ...STEPS[step] }))} />
    </Section>
  );
}
