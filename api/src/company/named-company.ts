/** How the operator names a company: by its slug or its id. */
import { sql, type RawBuilder } from 'kysely';

/** The condition that a row of `companies` is the named one. A slug may be all digits: it goes before an id. */
export const isNamed = (company: string): RawBuilder<boolean> =>
  sql<boolean>`id = (select id from companies where slug = ${company} or id::text = ${company}
    order by slug = ${company} desc limit 1)`;
