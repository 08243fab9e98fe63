/** Mail with the link of an invitation (DECISIONS §15), where the operator has set SMTP_URL. */
import { createTransport } from 'nodemailer';
import type { Invitation } from 'contract/people/people';

/** The server that takes mail, and how the console calls itself there. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** Whether TLS begins with the connection (smtps); else STARTTLS has to follow, but on this machine. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string;
  readonly from: string;
}

/** Mails the link of an invitation; resolves with whether the server took it. */
export type MailInvitation = (invitation: Omit<Invitation, 'mail'>) => Promise<boolean>;

// The request waits for it, for less than a browser does.
const PATIENCE_MS = 2500;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Mails by this server.
 *
 * @param report hears why one was not taken
 */
export function invitationMail(
  { host, port, secure, user, password, from }: MailConfig,
  { brand, publicUrl, report }: { brand: string; publicUrl: string; report: (error: unknown) => void },
): MailInvitation {
  const transport = createTransport({
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port,
    secure,
    // The link is a secret: it leaves this machine under TLS or not at all.
    requireTLS: !secure && !LOOPBACK.includes(host),
    ...(user !== '' && { auth: { user, pass: password } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ person, token, expires_at }) => {
    const until = `${expires_at.slice(0, 16).replace('T', ' ')} UTC`;
    try {
      await transport.sendMail({
        from,
        // One address, whatever signs it holds.
        to: { name: '', address: person.email },
        subject: `Your invitation to ${brand}`,
        text: [
          `Hello ${person.username},`,
          `you are invited to ${brand}. Choose your password here:`,
          `${publicUrl}/login#invitation=${token}`,
          `The link works once, until ${until}. If you did not expect it, there is nothing to do.`,
        ].join('\n\n'),
      });
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };
}
