import { InvitationScreen } from './invitation.screen';
import { ProviderReturn } from './provider-return';

/** Signs in by what an address says behind its `#`: an invitation, or what single sign-on has come to (DECISIONS §15). */
export function ByLink({ hash }: { hash: string }) {
  const said = new URLSearchParams(hash.slice(1));
  const token = said.get('invitation');
  if (token !== null) return <InvitationScreen token={token} />;
  return (
    <ProviderReturn
      code={said.get('sign_in_code')}
      returnTo={said.get('return_to')}
      failed={said.get('sign_in_failed')}
    />
  );
}
