// Lists of posts, a hundred thousand in the company and a million in the table: `node bench/social-media-posts.mjs`,
// after `pnpm build`.
import { fillPosts } from './fill.mjs';
import { besidePostgrest } from './postgrest.mjs';
import { report, reportLists, rows, run, timed } from './run.mjs';
import { call } from './service.mjs';

const OTHERS = rows(900_000);
const OURS = rows(100_000);
const TIMES = 40;

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

await run('Posts', {
  fill: (service, company) => fillPosts(service, company, { ours: OURS, others: OTHERS }),
  async measure(service, { company, token }) {
    const { url } = service;
    const list = (query) => call(`${url}/social-media-posts?company_id=${company.id}&${query}`, { token });
    await reportLists(list, CASES, TIMES);

    const ids = (await list('page_size=100')).items.map(({ id }) => id);
    const tags = (path, at) =>
      call(`${url}/social-media-posts/tags/bulk/${path}`, {
        token,
        body: { company_id: company.id, resource_ids: ids, tag_names: [`bench ${at}`] },
      });
    report('a tag on 100 posts at once', await timed(10, (at) => tags('add', at)), '');

    return besidePostgrest(service, token, {
      path: 'social-media-posts',
      table: 'social_media_posts',
      columns:
        'id company_id url platform post_type status status_message cached_author_username cached_caption cached_play_count created_at updated_at'.split(
          ' ',
        ),
      order: ['created_at', 'desc'],
      companyId: company.id,
      cases: {
        'posts: a common word': { query: 'search=matcha', column: 'cached_caption', text: 'matcha' },
        'posts: a rare text': { query: 'search=abc12', column: 'url', text: 'abc12' },
      },
    });
  },
});
