// Lists of posts, a hundred thousand in the company and a million in the table: `node bench/social-media-posts.mjs`,
// after `pnpm build`.
import {
  addCompany,
  call,
  fillTable,
  report,
  reportFloor,
  reportLists,
  rows,
  startService,
  timed,
} from './service.mjs';

const OTHERS = rows(900_000);
const OURS = rows(100_000);
const TIMES = 40;

const service = await startService();
const { sql, url } = service;
const token = await service.signIn('admin');

const company = await addCompany(service, token);

await fillTable(service, { table: 'social_media_posts', beside: ['tags', 'tag_uses'] }, async (transaction) => {
  // Posts are added by the list, so they stand in runs. Twenty tags, each on each tenth post of ours.
  await sql`
    insert into tags (company_id, resource_type, name, name_key)
    select ${company.id}::int, 'social_media_post', 'tag' || t, 'tag' || t from generate_series(1, 20) t`.execute(
    transaction,
  );
  await sql`
    insert into social_media_posts (company_id, url, platform, post_type, status, cached_author_username, cached_caption,
      cached_play_count, created_at, updated_at, tag_ids)
    select case when n / 50 % 10 = 0 then ${company.id}::int else 1 + n / 50 % 12 end,
      'https://www.instagram.com/p/' || md5(n::text), (array['instagram', 'tiktok', 'youtube'])[1 + n % 3],
      (array['video', 'reel', 'image'])[1 + n / 5 % 3], (array['pending', 'active', 'inactive', 'error'])[1 + n / 7 % 4],
      'creator_' || n % 5000,
      (select string_agg((array['summer', 'sale', 'green', 'tea', 'matcha', 'coffee', 'morning', 'routine', 'haul',
          'review', 'skincare', 'glow', 'outfit', 'trail', 'hiking', 'boots', 'giveaway', 'recipe', 'vegan', 'puppy',
          'toy', 'yarn', 'cosy', 'winter', 'books', 'shelf', 'desert', 'bloom', 'garden', 'kettle', 'صباح', '抹茶',
          '🍵'])[1 + (hashint4(n * 31 + i) & 2147483647) % 33], ' ') from generate_series(1, 10 + n % 12) i)
        || case when n % 100 = 0 then repeat(' lorem ipsum dolor', 100) else '' end,
      case when n % 13 <> 0 then (hashint4(n) & 2147483647) % 1000000 end,
      now() - make_interval(mins => n), now() - make_interval(mins => n),
      case when n / 50 % 10 = 0 then array(
        select id from tags where company_id = ${company.id}::int and (hashint4(n * 37 + id) & 2147483647) % 10 = 0
        order by id) else '{}' end
    from generate_series(1, ${OURS + OTHERS}::int) as n`.execute(transaction);
  await sql`
    insert into tag_uses (resource_type, company_id, resource_id, tag_id)
    select 'social_media_post', company_id, id, unnest(tag_ids) from social_media_posts
    where company_id = ${company.id}::int`.execute(transaction);
});

await reportFloor(service, token);
const list = (query) => call(`${url}/social-media-posts?company_id=${company.id}&${query}`, { token });
const pages = OURS / 25;
const CASES = {
  'the first page': '',
  'the last page': `page=${pages}`,
  'by views, descending': 'sort_by=-cached_play_count',
  'one platform and status': 'platform=tiktok&status=active',
  'a common word, with a tag and without two':
    'search=matcha&tagged_with=tag3&not_tagged_with=tag4&not_tagged_with=tag5',
  'in every URL, with a tag and without one': 'search=instagram&tagged_with=tag3&not_tagged_with=tag4',
  'a letter, with two tags and without one': 'search=e&tagged_with=tag3&tagged_with=tag7&not_tagged_with=tag4',
  'a rare text, with a tag and without one': 'search=abc12&tagged_with=tag3&not_tagged_with=tag4',
  'with a tag and without two': 'tagged_with=tag3&not_tagged_with=tag4&not_tagged_with=tag5',
  'without a tag': 'not_tagged_with=tag3',
  'a rare text': 'search=abc12',
  'a common word': 'search=matcha',
  'two letters that none has': 'search=zq',
};
await reportLists(list, CASES, TIMES);

const ids = (await list('page_size=100')).items.map(({ id }) => id);
const tags = (path, at) =>
  call(`${url}/social-media-posts/tags/bulk/${path}`, {
    token,
    body: { company_id: company.id, resource_ids: ids, tag_names: [`bench ${at}`] },
  });
report('a tag on 100 posts at once', await timed(10, (at) => tags('add', at)), '');

await service.stop();
