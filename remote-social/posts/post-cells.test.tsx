import { render, screen } from '@testing-library/react';
import { captionCell, headCell, urlCell } from './post-cells';

test('the URL is a link opening in a new tab, truncated at 50 characters', () => {
  const url = `https://www.instagram.com/p/${'x'.repeat(60)}`;
  render(urlCell({ url }));
  const link = screen.getByRole('link', { name: `${url.slice(0, 50)}…` });
  expect(link).toHaveAttribute('href', url);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test.each(['javascript:alert(1)', ' https://youtu.be/1', 'data:text/html,x', '//youtu.be/1'])(
  '%p is no link (CHAT-10)',
  (url) => {
    render(urlCell({ url }));
    expect(screen.queryByRole('link')).toBeNull();
    expect(document.body).toHaveTextContent(url.trim());
  },
);

test('the caption is truncated at 100 characters, in whole emoji', () => {
  render(captionCell({ cached_caption: '🌲'.repeat(2000) }));
  expect(screen.getByText(`${'🌲'.repeat(100)}…`)).toHaveAttribute('dir', 'auto');
});

const ADDRESS = 'https://www.tiktok.com/@ada/video/1';
test.each([
  ['its caption', { cached_caption: 'Rain', cached_author_username: 'ada' }, 'Rain'],
  ['who wrote it', { cached_caption: '', cached_author_username: 'ada' }, 'TikTok post by ada'],
  ['its address', { cached_caption: null, cached_author_username: null }, ADDRESS],
])('a card is headed by %s', (_, cached, head) => {
  render(headCell({ url: ADDRESS, platform: 'tiktok', ...cached }));
  expect(screen.getByRole('link', { name: head })).toHaveAttribute('href', ADDRESS);
});

test.each([null, ''])("%p reads 'No caption'", (cached_caption) => {
  render(captionCell({ cached_caption }));
  expect(screen.getByText('No caption')).toBeVisible();
});
