/** The records that a tool means by a filter, as its look-up finds them. */
import type { Infer } from '../../../contract/schema';
import { object } from '../../../contract/schema';
import { adFilter, DAYS } from './ads';
import { adsBySpend } from './ads.queries';
import { scopeOf } from './companies-in-reach.queries';
import type { LookUpContext } from './look-up';
import { byIds, requireWhich, rowsMeant } from './proposing';
import { postFilter, profileFilter, termFilter } from './social';
import { POSTS, PROFILES, socialRows, TERMS, type SocialKind, type SocialQuestion } from './social.queries';
import { variantFilter } from './variants';
import { variantsWithCosts } from './variants.queries';

const schemas = {
  ads: object({ ...adFilter, ...byIds }, []),
  posts: object({ ...postFilter, ...byIds }, []),
  profiles: object({ ...profileFilter, ...byIds }, []),
  terms: object({ ...termFilter, ...byIds }, []),
  variants: object({ ...variantFilter, ...byIds }, []),
};

type Meant<Name extends keyof typeof schemas> = Infer<(typeof schemas)[Name]>;
type Ids = Promise<readonly number[]>;
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

/** Ads, by their spend. */
export async function adsMeant({ db, caller }: LookUpContext, { ids, ...filter }: Meant<'ads'>): Ids {
  if (ids) return ids;
  requireWhich(filter);
  const { companies, period = '7d', order = 'most', limit, page, ...rest } = filter;
  const scope = await scopeOf(db, caller, companies);
  return idsOf(await adsBySpend(db, { scope, days: DAYS[period], filter: rest, order, ...rowsMeant({ limit, page }) }));
}

type SocialMeant = Meant<'posts'> | Meant<'profiles'> | Meant<'terms'>;
const socialMeant =
  <Name extends 'posts' | 'profiles' | 'terms'>(kind: SocialKind) =>
  async ({ db, caller }: LookUpContext, { ids, ...filter }: Meant<Name> & SocialMeant): Ids => {
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
export const postsMeant = socialMeant<'posts'>(POSTS);
export const profilesMeant = socialMeant<'profiles'>(PROFILES);
export const termsMeant = socialMeant<'terms'>(TERMS);

/** Product variants. */
export async function variantsMeant({ db, caller }: LookUpContext, { ids, ...filter }: Meant<'variants'>): Ids {
  if (ids) return ids;
  requireWhich(filter);
  const { companies, on, order = 'name', limit, page, ...rest } = filter;
  const scope = await scopeOf(db, caller, companies);
  return idsOf(await variantsWithCosts(db, { scope, on, filter: rest, order, ...rowsMeant({ limit, page }) }));
}
