// Questions about posts, profiles and search terms, with the SQL of the right answer.
import { count, of, rows } from './expect.mjs';

const posts = (slug, where = 'true') =>
  count(`select count(*) as figure from social_media_posts where ${of(slug)} and ${where}`);
const profiles = (slug, where = 'true') =>
  count(`select count(*) as figure from social_media_profiles where ${of(slug)} and ${where}`);
const terms = (slug, where = 'true') =>
  count(`select count(*) as figure from social_media_search_terms where ${of(slug)} and ${where}`);
const tagged = (type, table, name) => `exists (select from tag_uses u join tags t on t.id = u.tag_id
  where u.resource_type = '${type}' and u.resource_id = ${table}.id and t.name = '${name}')`;

export const SOCIAL = [
  ['How many posts of Harbor & Pine are in error?', posts('harbor-pine', "status = 'error'")],
  ['pending posts at Lumen Skin?', posts('lumen-skin', "status = 'pending'")],
  ['How many TikTok posts does Prairie Kettle have?', posts('prairie-kettle', "platform = 'tiktok'")],
  [
    'Posts of Summit Trail by status',
    rows(
      `select status as name, count(*) as figure from social_media_posts where ${of('summit-trail')} group by status`,
    ),
  ],
  [
    'break down the posts of Good Dog by platform',
    rows(
      `select platform as name, count(*) as figure from social_media_posts where ${of('good-dog-biscuit')} group by platform`,
    ),
  ],
  [
    'Which post of Desert Bloom was viewed most?',
    rows(`select cached_author_username as name, cached_play_count as figure from social_media_posts
      where ${of('desert-bloom')} and cached_play_count is not null order by cached_play_count desc limit 1`),
  ],
  [
    'most viewed YouTube post for Palm Market',
    rows(`select cached_author_username as name, cached_play_count as figure from social_media_posts
      where ${of('palm-market')} and platform = 'youtube' and cached_play_count is not null
      order by cached_play_count desc limit 1`),
  ],
  [
    'How many posts tagged giveaway does Harbor & Pine have?',
    posts('harbor-pine', tagged('social_media_post', 'social_media_posts', 'giveaway')),
  ],
  [
    'Why are posts of Lumen in error?',
    rows(
      `select status_message as name from social_media_posts where ${of('lumen-skin')} and status = 'error' group by 1`,
    ),
  ],
  [
    "When was O'Malley's newest post added?",
    rows(`select to_char(max(created_at), 'YYYY-MM-DD') as name from social_media_posts where ${of('omalleys')}`),
  ],
  ['instagram reels of Bergström, how many', posts('bergstrom-mobel', "platform = 'instagram' and post_type = 'reel'")],
  ['How many posts do we watch for 24/7 Phone Cases in all?', posts('24-7-phone-cases')],
  [
    'total views of the posts of Quiet Ledger',
    count(`select sum(cached_play_count) as figure from social_media_posts where ${of('quiet-ledger')}`),
  ],
  [['How many posts of Harbor & Pine are pending?', 'and inactive?'], posts('harbor-pine', "status = 'inactive'")],
  [
    ['posts in error at Prairie Kettle?', 'only on instagram'],
    posts('prairie-kettle', "status = 'error' and platform = 'instagram'"),
  ],
  [
    'how many posts in error are there across all companies',
    count("select count(*) as figure from social_media_posts where status = 'error'"),
  ],
  [
    'Which company has most pending posts?',
    rows(`select c.name, count(*) as figure from social_media_posts p join companies c on c.id = p.company_id
      where status = 'pending' group by c.name order by figure desc limit 1`),
  ],
  ['How many profiles of Northern Lights are in error?', profiles('northern-lights-yarn', "status = 'error'")],
  ['profiles on tiktok for Desert Bloom, count', profiles('desert-bloom', "platform = 'tiktok'")],
  [
    'Why did profiles of Harbor & Pine fail?',
    rows(
      `select status_message as name from social_media_profiles where ${of('harbor-pine')} and status = 'error' group by 1`,
    ),
  ],
  [
    'profiles of Lumen by platform',
    rows(
      `select platform as name, count(*) as figure from social_media_profiles where ${of('lumen-skin')} group by platform`,
    ),
  ],
  [
    'How many VIP profiles does Summit Trail have?',
    profiles('summit-trail', tagged('social_media_profile', 'social_media_profiles', 'VIP')),
  ],
  ['inactive profiles at palm market', profiles('palm-market', "status = 'inactive'")],
  ['How many search terms does Good Dog have?', terms('good-dog-biscuit')],
  [
    'active Instagram search terms of Harbor & Pine, how many?',
    terms('harbor-pine', "platform = 'instagram' and status = 'active'"),
  ],
  ['pending search terms at Bergström', terms('bergstrom-mobel', "status = 'pending'")],
  ['Are there search terms about unboxing at Lumen? How many?', terms('lumen-skin', "search_term ilike '%unboxing%'")],
  [['How many search terms has Quiet Ledger?', 'on YouTube?'], terms('quiet-ledger', "platform = 'youtube'")],
];
