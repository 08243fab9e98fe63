import { adOf, adTypeOf, spendOf } from './rows';

it.each([
  [null, null],
  [{}, null],
  [{ object_type: 'PHOTO' }, 'image'],
  [{ object_type: 'VIDEO' }, 'video'],
  [{ object_type: 'SHARE', video_id: '1' }, 'video'],
  [{ object_type: 'SHARE', object_story_spec: { video_data: { video_id: '1' } } }, 'video'],
  [{ object_type: 'SHARE', object_story_spec: { link_data: { name: 'x' } } }, 'image'],
  [{ object_story_spec: { link_data: { child_attachments: [{}, {}] } } }, 'carousel'],
  [{ object_story_spec: { link_data: { child_attachments: [{}] } } }, 'image'],
  [{ object_story_spec: { link_data: { collection_thumbnails: [{}] } } }, 'collection'],
  [{ object_type: 'SHARE', product_set_id: '1' }, 'collection'],
  [{ asset_feed_spec: { ad_formats: ['CAROUSEL_IMAGE'] } }, 'carousel'],
  [{ asset_feed_spec: { ad_formats: ['SINGLE_IMAGE'] } }, 'image'],
  [{ asset_feed_spec: { ad_formats: ['SINGLE_VIDEO'] } }, 'video'],
  [{ object_type: 'OFFER' }, 'offer'],
])('the type of %j is %p', (creative, type) => expect(adTypeOf(creative)).toBe(type));

it('words come from the creative, else from its story; a picture of another host is none', () => {
  const story = { link_data: { name: 'Name', message: 'Message' } };
  const creative = { object_story_spec: story };
  expect(adOf({ id: '1', name: 'x', creative })).toMatchObject({ title: 'Name', body: 'Message', pictureUrl: null });
  expect(adOf({ id: '1', creative: { ...creative, title: 'T', body: 'B' } })).toMatchObject({ title: 'T', body: 'B' });
});

it('a row without an id in digits, of more than a day, or of no day is none', () => {
  const row = { ad_id: '1', spend: '1', date_start: '2026-11-01', date_stop: '2026-11-01' };
  expect(spendOf(row)).toMatchObject({ cents: 100, adName: '' });
  for (const odd of [
    { ad_id: 1 },
    { ad_id: 'x' },
    { date_stop: '2026-11-02' },
    { date_start: '2026-02-30', date_stop: '2026-02-30' },
  ])
    expect(spendOf({ ...row, ...odd })).toBeNull();
});
