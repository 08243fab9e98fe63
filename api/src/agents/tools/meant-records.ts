/** The records that a tool means by a filter, as its look-up finds them. */
import type { Infer } from 'contract/schema';
import { type adFilter, DAYS } from './ads';
import { adsBySpend } from './ads.queries';
import { scopeOf } from './companies-in-reach.queries';
import type { LookUpContext } from './look-up';
import { type byIds, requireWhich, rowsMeant } from './proposing';
import type { postFilter, profileFilter, termFilter } from './social';
import { POSTS, PROFILES, socialRows, TERMS, type SocialKind, type SocialQuestion } from './social.queries';
import type { variantFilter } from './variants';
import { variantsWithCosts } from './variants.queries';

type Meant<Filter> = Infer<{ readonly properties: Filter & typeof byIds; readonly required: readonly [] }>;
type MeantPosts = Meant<typeof postFilter>;
type MeantProfiles = Meant<typeof profileFilter>;
type MeantTerms = Meant<typeof termFilter>;
type Ids = Promise<readonly number[]>;
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

/** Ads, by their spend. */
export async function adsMeant({ db, caller }: LookUpContext, { ids, ...filter }: Meant<typeof adFilter>): Ids {
  if (ids) return ids;
  requireWhich(filter);
  const { companies, period = '7d', order = 'most', limit, page, ...rest } = filter;
  const scope = await scopeOf(db, caller, companies);
  return idsOf(await adsBySpend(db, { scope, days: DAYS[period], filter: rest, order, ...rowsMeant({ limit, page }) }));
}

const socialMeant =
  <Input extends MeantPosts | MeantProfiles | MeantTerms>(kind: SocialKind) =>
  async ({ db, caller }: LookUpContext, { ids, ...filter }: Input): Ids => {
    if (ids) return ids;
    requireWhich(filter);
    const { companies, order = 'newest', limit, page, ...rest } = filter;
    const scope = await scopeOf(db, caller, companies);
    const of = { ...rest, ...('post_type' in rest && { post_type: rest.post_type ?? undefined }) };
    const question: SocialQuestion = {
      ...{ kind, scope, order },
      filter: of as SocialQuestion['filter'],
      ...rowsMeant({ limit, page }),
    };
    return idsOf(await socialRows(db, question));
  };

/** Posts, profiles and search terms. */
export const postsMeant = socialMeant<MeantPosts>(POSTS);
export const profilesMeant = socialMeant<MeantProfiles>(PROFILES);
export const termsMeant = socialMeant<MeantTerms>(TERMS);

/** Product variants. */
export async function variantsMeant(
  { db, caller }: LookUpContext,
  { ids, ...filter }: Meant<typeof variantFilter>,
): Ids {
  if (ids) return ids;
  requireWhich(filter);
  const { companies, on, order = 'name', limit, page, ...rest } = filter;
  const scope = await scopeOf(db, caller, companies);
  return idsOf(await variantsWithCosts(db, { scope, on, filter: rest, order, ...rowsMeant({ limit, page }) }));
}
