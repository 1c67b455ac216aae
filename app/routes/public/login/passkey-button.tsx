import { Form, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { SubmitButton } from "~/ui/kit/form/form-feedback";

/** Asks for a passkey. Appears only in browsers that have them, which only scripts can tell. */
export function PasskeyButton({ label }: { label: string }) {
  const [searchParams] = useSearchParams();
  const [isSupported, setSupported] = useState(false);
  useEffect(() => setSupported(window.isSecureContext && "PublicKeyCredential" in window), []);
  if (!isSupported) return null;
  const target = searchParams.get("redirectTo");
  return (
    <Form
      method="post"
      className="glip-form"
      action={target === null ? "?passkey" : `?passkey&${new URLSearchParams({ redirectTo: target })}`}
    >
      <SubmitButton variant="outline" pendingText="Asking…">
        {label}
      </SubmitButton>
    </Form>
  );
}
