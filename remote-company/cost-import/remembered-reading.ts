/** How a person had a company's table read last, kept in this browser until the person's logout (DECISIONS §16). */
import { localChoice } from 'shared-auth';
import { ROLES, type Reading, type Roles } from './cost-lines';

type Remembered = Pick<Reading, 'roles' | 'channel'>;

const kept = (userId: number, companyId: number) => localChoice(`import:${userId}:${companyId}`);

/** That of a table with these titles; null where another one was read last, or none. */
export function readingOf(userId: number, companyId: number, titles: readonly string[]): Remembered | null {
  try {
    const {
      titles: of,
      roles,
      channel,
    } = JSON.parse(kept(userId, companyId).read() ?? '') as Remembered & {
      titles: string[];
    };
    const isSame = of.join('\n') === titles.join('\n') && roles.every((role) => role === null || role in ROLES);
    return isSame ? { roles: roles as Roles, channel } : null;
  } catch {
    return null;
  }
}

export function rememberReading(userId: number, companyId: number, titles: readonly string[], reading: Reading): void {
  const { roles, channel } = reading;
  kept(userId, companyId).write(JSON.stringify({ titles, roles, channel }));
}
