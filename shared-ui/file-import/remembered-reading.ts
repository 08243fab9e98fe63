/** How a person had a company's table read last, kept in this browser until the person's logout (DECISIONS §16). */
import { localChoice } from 'shared-auth';
import type { Reading, Roles } from './lines';

type Remembered = Pick<Reading, 'roles' | 'choice'>;

/** Whose reading it is: of which person and company, and of what. */
export interface ReadingOwner {
  readonly userId: number;
  readonly companyId: number;
  /** The plural of what is imported. */
  readonly many: string;
}

const kept = ({ userId, companyId, many }: ReadingOwner) => localChoice(`import:${userId}:${companyId}:${many}`);

/** That of a table with these titles; null where another one was read last, or none. */
export function readingOf<Role extends string>(
  owner: ReadingOwner,
  titles: readonly string[],
  known: Readonly<Record<Role, unknown>>,
): { readonly roles: Roles<Role>; readonly choice: string | null } | null {
  try {
    const { titles: of, roles, choice } = JSON.parse(kept(owner).read() ?? '') as Remembered & { titles: string[] };
    const isSame = of.join('\n') === titles.join('\n') && roles.every((role) => role === null || role in known);
    return isSame ? { roles: roles as Roles<Role>, choice } : null;
  } catch {
    return null;
  }
}

export const rememberReading = (owner: ReadingOwner, titles: readonly string[], { roles, choice }: Remembered): void =>
  kept(owner).write(JSON.stringify({ titles, roles, choice }));
