/** The nouns that tell one subject from another. */
import { phrases } from './phrases';

export const ADS = phrases(
  'ads, ad, adverts, advert, advertisement, advertisements, advertising, facebook ads, facebook ad',
  'meta ads, creatives, creative',
);
/** Where ads are, which alone does not say that ads are meant. */
export const FACEBOOK = phrases('facebook, meta, fb');
/** Words that mean spend with nothing else beside them. */
export const CERTAINLY_SPEND = phrases(
  'how much went, money went, how much goes, money goes, spend, spent, spending, spends, spender, spenders, adspend, funded',
  'money sink, money sinks',
);
export const VARIANTS = phrases(
  'variants, variant, product variants, product variant, products, product, skus, sku, listings, listing, goods',
);
export const COGS = phrases(
  'cogs, cost of goods, cost of goods sold, costs of goods, cost price, unit cost, unit costs',
);
export const COST = phrases('cost, costs, cost us, expensive, priced, pay for, paying for');
export const POSTS = phrases('posts, post, social media posts, social posts, social media post, content pieces');
export const PROFILES = phrases(
  'profiles, profile, accounts, account, social media profiles, creators, creator, influencers, influencer, handles',
);
export const TERMS = phrases(
  'search terms, search term, terms, term, keywords, keyword, search words, hashtags, searches',
);
export const COMPANIES = phrases('companies, company, stores, brands, clients, shops');
