/** Secrets that lie in files, as an orchestrator hands them out: NAME_FILE instead of NAME. */
import { readFileSync } from 'node:fs';
import { StartError } from './start-error';

/** The variables that hold a secret. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'SECRET',
  'ENCRYPTION_KEY',
  'NEW_ENCRYPTION_KEY',
  'AGENT_API_KEY',
  'ANTHROPIC_API_KEY',
  'SMTP_URL',
] as const;

/**
 * Reads the secrets that the environment names by NAME_FILE, without the line break that ends a file. Throws StartError
 * with a line for each that is given twice, cannot be read, or is empty.
 */
export const readSecretFiles = (environment: NodeJS.ProcessEnv): ReadonlyMap<string, string> => {
  const mistakes: string[] = [];
  const secrets = new Map<string, string>();
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (environment[name]) mistakes.push(`${name} and ${name}_FILE are both set: leave one of them out.`);
    else {
      try {
        secrets.set(name, readFileSync(file, 'utf8').replace(/\r?\n$/, ''));
        if (!secrets.get(name)) mistakes.push(`${name}_FILE is ${file}, which is empty: write the secret into it.`);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        mistakes.push(
          `${name}_FILE is ${file}, which cannot be read (${code ?? message}): name a file that this user may read, or set ${name} instead.`,
        );
      }
    }
  }
  if (mistakes.length > 0) throw new StartError(mistakes.join('\n'));
  return secrets;
};
