import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titleOf } from "~/ui/kit/page/title";
import { RegistrationStep, titleOfStep } from "./registration";
import { handleStep, showStep } from "./registration-form.server";

export const meta = titleOf<typeof loader>(({ data }) => data && titleOfStep(data.step));

export async function loader(args: LoaderFunctionArgs) {
  return showStep(args);
}

export async function action(args: ActionFunctionArgs) {
  return handleStep(args);
}

export default function RegisterStep() {
  return <RegistrationStep shown={useLoaderData<typeof loader>()} state={useActionData<typeof action>()} />;
}
